/** What a message asks of memory before anything else happens. */
export type Command = { readonly kind: 'remember' | 'private'; readonly rest: string } | { readonly kind: 'none' }

const REMEMBER = /^\s*(?:记住|記住|remember)\s*[:：]\s*(?=\S)/iu
const PRIVATE = /^\s*(?:私密|private)\s*[:：]\s*(?=\S)/iu

/** 记住：/ remember: stores the rest as a fact; 私密：/ private: keeps the message here. */
export function parseCommand(text: string): Command {
  if (REMEMBER.test(text)) return { kind: 'remember', rest: text.replace(REMEMBER, '').trim() }
  if (PRIVATE.test(text)) return { kind: 'private', rest: text.replace(PRIVATE, '').trim() }
  return { kind: 'none' }
}

const QUESTION_MARK = /[?？]\s*$/u
const CHINESE_QUESTION =
  /什么|怎么|怎样|如何|为何|为什么|哪[里儿个些位天年]?|谁|多少|几[个点岁号月年天次位]|吗\s*$|呢\s*$|是不是|有没有|能不能|记得/u
const ENGLISH_QUESTION =
  /^\s*(what|who|whom|whose|which|when|where|why|how|is|are|am|was|were|do|does|did|can|could|will|would|should|have|has)\b/iu

/** True when a message asks rather than tells. */
export function isQuestion(text: string): boolean {
  return QUESTION_MARK.test(text) || CHINESE_QUESTION.test(text) || ENGLISH_QUESTION.test(text)
}
