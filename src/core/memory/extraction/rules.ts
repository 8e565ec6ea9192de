import { isAuthorisation } from './authorisation.ts'
import type { CandidateInput } from './candidate.ts'
import { CONTENT_MAX } from './candidate.ts'
import type { Rule } from './rule.ts'
import { rulesEn } from './rules-en.ts'
import { rulesZh } from './rules-zh.ts'

/** A candidate before it is known in which message it stands. */
export type RuleCandidate = Omit<CandidateInput, 'evidenceMessageId'> & { readonly content: string; readonly key: string | null }

/** What a rule is sure of; it only ever proposes. */
const CONFIDENCE = 0.8
/** Characters that are read: lasting facts stand in what people say, not in what they paste. */
const MOST_READ = 4_000

const CODE = /```[\s\S]*?(?:```|$)|`[^`\n]+`/gu
const QUOTED = /[“"「『《][^”"」』》\n]{2,}[”"」』》]|^>.*$/gmu
const SENTENCE = /[^。！？!?；;\n.]+(?:\.(?=\S)[^。！？!?；;\n.]*)*[。！？!?；;\n.]?/gu
const CLAUSE =
  /，|,\s*|、(?=我)|\s+(?:and|but|because|since|so|while|although|as)\s+(?=(?:i|i['’]m|i['’]ve|my)\b)|(?:但是?|而且|并且|不过|所以|因为|同时)(?=我)|\s+[—–-]\s+|\(|（|\)|）/iu

/** Asked, supposed, wished, reported of others, of a moment only, or a task: nothing lasting is told. */
const NOT_TOLD = [
  /[?？]\s*$|吗\s*[。.]?$|呢\s*$|什么|怎么|怎样|为何|为什么|哪[里儿个些]|是不是|有没有|能不能|要不要|会不会/u,
  /如果|假如|假设|要是|倘若|万一|若是|比方说|比如说我|就当我|扮演|想象|但愿|希望我|恨不得|应该是|可能|也许|大概|好像|听说|据说|以为/u,
  /\b(?:if|unless|suppose|imagine|pretend|assume|let['’]s say|would|could|should|might|may|maybe|perhaps|wish|hope|hypothetically|what if|as if|in case|thought i)\b|\bi['’]d\b/iu,
  /(?:他|她|它|他们|她们|别人|朋友|同事|老板|妈妈|爸爸|妈|爸|老师|客户|有人|小\p{Script=Han}|书里|文章|电影|歌词)[^，。]{0,6}(?:说|讲|问|写道|认为|觉得|告诉)|(?:台词|原文|例句|译文|歌词|剧本|小说|作文)/u,
  /\b(?:he|she|they|someone|somebody|people|friend|colleague|boss|wife|husband|mother|father|mum|mom|dad|teacher|customer|client|character|narrator|lyrics?)\b[^.]{0,20}\b(?:says?|said|tells?|told|asks?|asked|writes?|wrote|thinks?|thought|claims?|claimed)\b/iu,
  /今天|今晚|今早|明天|昨天|后天|前天|这周|本周|下周|上周|这个?月|这两天|这几天|这阵子|周末|这次|这一次|这一条|这条|这回|刚才|暂时|临时|眼下|待会|一会儿?|马上|现在有点|出差|旅游|旅行|度假|这个(?:仓库|项目|任务)/u,
  /\b(?:today|tonight|tomorrow|yesterday|this (?:week|weekend|morning|afternoon|evening|month|time|once|one|reply|answer|repo|repository|project|file|task|sprint)|next (?:week|month)|last (?:night|week)|right now|at the moment|for now|for the (?:moment|weekend)|for a (?:few|couple)|for (?:two|three|a|one|\d+) (?:days?|weeks?|nights?|months?)|temporar\w*|until|holiday|vacation|on a trip|travell?ing|visiting|staying|just this once|hotel)\b/iu,
  /翻译|润色|改写|校对|造句|写一[封篇段首个]|帮我写|续写|生成一|起草|总结(?:一下|下面)/u,
  /\b(?:translate|proofread|rephrase|rewrite|paraphrase|summari[sz]e|write (?:me )?an?|draft an?|example sentence|the sentence|the phrase)\b/iu
]

function matchOf(clause: string): { readonly rule: Rule; readonly match: RegExpExecArray } | null {
  const rules = /\p{Script=Han}/u.test(clause) ? rulesZh : rulesEn
  for (const rule of rules) {
    const match = rule.pattern.exec(clause)
    if (match !== null) return { rule, match }
  }
  return null
}

/** A Chinese clause that goes on speaking of 我 without saying it: 我叫苏晓，住在苏州。 */
function withSubject(clause: string, speaksOfMe: boolean): string {
  return speaksOfMe && /^\p{Script=Han}/u.test(clause) && !SUBJECT.test(clause)
    ? `我${clause.replace(/^(?:但是?|而且|并且|不过|同时)+/u, '')}`
    : clause
}

function candidateOf(clause: string, speaksOfMe: boolean): RuleCandidate | null {
  const content = withSubject(clause, speaksOfMe)
  const found = matchOf(content)
  if (found === null || content.length > CONTENT_MAX || isAuthorisation(clause)) return null
  const { rule, match } = found
  return {
    key: typeof rule.key === 'function' ? rule.key(match) : rule.key,
    content,
    category: rule.category,
    subject: rule.subject?.(match) ?? null,
    scope: 'user',
    durability: 'durable',
    authority: 'descriptive',
    confidence: CONFIDENCE,
    evidenceText: clause
  }
}

const SUBJECT = /^(?:我|你|您|他|她|它|咱|大家|谁|这|那|平时|以后|今后|往后|从)/u
const EDGES = /^[\s\p{P}\p{S}]+|[\s\p{P}\p{S}]+$/gu

/**
 * Lasting facts that a text tells in plain forms (我叫…, 我住…, I live in …, my … is …), without any model; in the words of the text. Made to be
 * right rather than complete: questions, suppositions, words of others, passing states and texts to be worked on give nothing.
 */
export function extractByRules(text: string): RuleCandidate[] {
  const plain = text
    .slice(0, MOST_READ)
    .replace(CODE, ' ')
    .replace(QUOTED, (quoted) => ' '.repeat(quoted.length))
  const found = new Map<string, RuleCandidate>()
  let task = false
  for (const [sentence] of plain.matchAll(SENTENCE)) {
    // "Translate: I live in Paris." gives a text to be worked on, and so do the sentences after it.
    task ||= NOT_TOLD.slice(-2).some((pattern) => pattern.test(sentence)) && /[:：]/u.test(sentence)
    if (task || NOT_TOLD.some((pattern) => pattern.test(sentence))) continue
    let speaksOfMe = false
    for (const part of sentence.split(CLAUSE)) {
      const clause = part.replace(EDGES, '')
      const candidate = clause === '' ? null : candidateOf(clause, speaksOfMe)
      if (SUBJECT.test(clause) || candidate !== null) speaksOfMe = /^\p{Script=Han}*我/u.test(candidate?.content ?? clause)
      if (candidate !== null && text.includes(clause)) found.set(clause, candidate)
    }
  }
  return [...found.values()]
}
