import { cjkShare, segmentQuery } from './segment.ts'

const QUESTION_MARK = /[?？]\s*$/u
const CHINESE_QUESTION =
  /什么|怎么|怎样|如何|为何|为什么|哪[里儿个些位天年]?|谁|多少|几[个点岁号月年天次位]|吗\s*$|呢\s*$|是不是|有没有|能不能|记得/u
const ENGLISH_QUESTION =
  /^\s*(what|who|whom|whose|which|when|where|why|how|is|are|am|was|were|do|does|did|can|could|will|would|should|have|has)\b/iu

/** True when a word asks; a mark alone ("and?") does not say what. */
export function asksByWord(text: string): boolean {
  return CHINESE_QUESTION.test(text) || ENGLISH_QUESTION.test(text)
}

/** True when a message asks rather than tells. */
export function isQuestion(text: string): boolean {
  return QUESTION_MARK.test(text) || asksByWord(text)
}

const FEW_WORDS = 2
const FEW_CHARACTERS = 3

/** Words by which a person speaks of what is theirs. */
const OWN = /我|咱|\b(?:i|my|mine|me|our|ours)\b/iu

/** True for a text too short to say what it is about by itself: "go on", "two", 继续. "My car" says it: it is about the person. */
export function saysLittle(text: string): boolean {
  if (OWN.test(text)) return false
  const { words, chars } = segmentQuery(text)
  const single = chars.filter((each) => [...each].length === 1).length
  const wide = words.filter((word) => cjkShare(word) > 0).reduce((sum, word) => sum + [...word].length, single)
  return words.filter((word) => cjkShare(word) === 0).length <= FEW_WORDS && wide <= FEW_CHARACTERS
}
