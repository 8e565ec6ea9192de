import type { FactCategory, ProfileSectionName } from '../../../shared/model/memory.ts'
import { attributeKey, namesOf } from '../extraction/keys.ts'
import { normalise } from '../text/segment.ts'

/** What a fact says of the person, as far as a profile composed without a model needs to know. The order is that of importance. */
const KINDS = ['name', 'home', 'job', 'language', 'style', 'goal'] as const
export type FactKind = (typeof KINDS)[number]

export const sectionOfKind: Readonly<Record<FactKind, ProfileSectionName>> = {
  name: 'personalContext',
  home: 'personalContext',
  job: 'workContext',
  language: 'cognitiveStyle',
  style: 'cognitiveStyle',
  goal: 'topOfMind'
}

/** Facts of one kind in a profile at the most, the newest first: what follows says the same, or used to. */
export const mostOfKind: Readonly<Record<FactKind, number>> = { name: 2, home: 1, job: 4, language: 2, style: 4, goal: 3 }

export const rankOf = (kind: FactKind): number => KINDS.indexOf(kind)

const KEYS: Readonly<Record<FactKind, readonly string[]>> = {
  name: [...namesOf('name'), 'nickname', 'preferred_name', '称呼', '昵称'],
  home: namesOf('city'),
  job: [...namesOf('job'), ...namesOf('employer'), 'tech_stack', 'programming_language', 'main_language'],
  language: [...namesOf('response_language'), 'preferred_language', 'native_language', 'language'],
  style: ['response_style', 'answer_style', 'explanation_style', 'communication_style', 'answer_length', 'tone'],
  goal: ['current_focus', 'current_goal', 'focus']
}

/** Keys under which such facts are stored. */
export const PROFILE_KEYS: readonly string[] = Object.values(KEYS).flat()

const KIND_OF_KEY: ReadonlyMap<string, FactKind> = new Map(KINDS.flatMap((kind) => KEYS[kind].map((key) => [key, kind] as const)))

const LANGUAGES_ZH = '中文|汉语|普通话|粤语|英文|英语|日语|日文|法语|德语|韩语|西班牙语|俄语'
const LANGUAGES_EN = 'english|chinese|mandarin|cantonese|japanese|french|german|korean|spanish|russian'
const JOBS_ZH = '工程师|程序员|开发|老师|教师|医生|护士|律师|设计师|学生|经理|会计|记者|编辑|研究员|科学家|作家|分析师|顾问|厨师|司机'
const JOBS_EN =
  'engineer|developer|programmer|teacher|doctor|nurse|lawyer|designer|student|manager|accountant|journalist|editor|researcher|scientist|writer|analyst|consultant|chef|driver'
const SPEAKER = '(?:i|we|the user|user)'

/** Forms in which people say such things, on normalised text, for facts that have no key. */
const FORMS: readonly { readonly kind: FactKind; readonly forms: readonly RegExp[] }[] = [
  {
    kind: 'name',
    forms: [
      /(?:我|用户|本人)(?:的?(?:名字|姓名|全名))?(?:就?叫做?|名叫|是叫)(?!外卖|车|醒|了|不|他|她|你|人|来|上)|(?:我|用户)的?(?:名字|姓名)(?:是|叫)|^请?叫我|称呼我/u,
      /\bmy name is\b|\bcall me\b|\bi(?:'m| am) called\b|\buser(?:'s name is| is called| is named)\b/u
    ]
  },
  {
    kind: 'home',
    forms: [
      /(?:我|用户|家|目前|现在)[^，。,.]{0,6}(?:住在?|家在|搬到|搬去|定居)/u,
      new RegExp(`\\b${SPEAKER} (?:now |currently )?(?:lives?|resides?|moved|am living|is living) (?:in|to|at|near)\\b`, 'u')
    ]
  },
  {
    kind: 'job',
    forms: [
      new RegExp(
        `(?:我|用户)[^，。,.]{0,3}(?:是|当|做)[^，。]{0,14}(?:${JOBS_ZH})|主要做|从事|(?:职业|工作)是|(?:我|用户)在[^，。]{1,16}(?:工作|上班|任职)`,
        'u'
      ),
      new RegExp(
        `\\b${SPEAKER} (?:mainly |mostly )?works? (?:as|at|for|in|on|with)\\b|\\b(?:my|user's) (?:job|profession|occupation) is\\b`,
        'u'
      ),
      new RegExp(`\\b(?:i am|i'm|user is) an? (?:[\\w-]+ ){0,3}(?:${JOBS_EN})\\b`, 'u')
    ]
  },
  {
    kind: 'language',
    forms: [
      new RegExp(`(?:用|说|讲|以)(?:${LANGUAGES_ZH})(?:来)?(?:回答|回复|答复|解释|说明|交流|沟通|讲|写|技术)?`, 'u'),
      new RegExp(
        `\\b(?:answers?|repl(?:y|ies)|respon(?:d|se)s?|explain|explanations?|explained|write|speaks?|prefers?)\\b.{0,40}\\b(?:${LANGUAGES_EN})\\b`,
        'u'
      )
    ]
  },
  {
    kind: 'style',
    forms: [
      /解释|讲解|回答|回复|答复|例子|示例|简短|简洁|详细|步骤|格式|语气|要点|列表/u,
      /\b(?:explain|explanations?|answers?|repl(?:y|ies)|respon(?:d|se)s?|examples?|concise|brief|short|detailed|step by step|bullet|tone|format)\b/u
    ]
  }
]

/** Phrases by which the text index finds such facts: `chars` for Chinese, character by character, `words` for the rest. */
export const PROFILE_PHRASES = {
  chars: [
    '我 叫',
    '名 字',
    '姓 名',
    '叫 我',
    '户 叫',
    '我 住',
    '住 在',
    '家 在',
    '搬 到',
    '定 居',
    '我 是',
    '主 要 做',
    '从 事',
    '职 业',
    '工 作',
    '中 文',
    '英 文'
  ],
  words: [
    'my name',
    'call me',
    'i live',
    'user lives',
    'i moved',
    'i work',
    'user works',
    'my job',
    'i am a',
    'i am an',
    'in english',
    'in chinese'
  ]
} as const

export interface KindSource {
  readonly text: string
  readonly key: string | null
  readonly category: FactCategory | null
}

/** What kind of profile fact it is, or null: by its key, by its form, by its category. */
export function kindOf({ text, key, category }: KindSource): FactKind | null {
  const named = key === null ? undefined : KIND_OF_KEY.get(attributeKey(key, null) ?? key)
  if (named !== undefined) return named
  // A fact with a key of its own says that, whatever words it holds besides.
  const keyed = key !== null
  if (category === 'goal') return 'goal'
  const normal = normalise(text)
  const found = FORMS.find(({ kind, forms }) => {
    if (kind === 'style' && category !== 'preference') return false
    if (keyed && kind !== 'style' && kind !== 'language') return false
    return forms.some((form) => form.test(normal))
  })
  return found?.kind ?? null
}
