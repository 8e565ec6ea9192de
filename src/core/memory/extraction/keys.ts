/** Names under which the same attribute is met; the first is the one that is stored. */
const SAME: readonly (readonly string[])[] = [
  [
    'city',
    'home_city',
    'current_city',
    'location',
    'residence',
    'home',
    'lives_in',
    'live_in',
    'living_in',
    'place_of_residence',
    '居住地',
    '城市',
    '住址',
    '所在城市'
  ],
  ['name', 'user_name', 'full_name', 'first_name', 'given_name', '姓名', '名字'],
  ['employer', 'company', 'workplace', 'works_at', 'work_at', '公司', '雇主', '单位'],
  ['job', 'occupation', 'profession', 'role', 'job_title', '职业', '工作', '岗位'],
  ['birthday', 'birth_date', 'date_of_birth', '生日', '出生日期'],
  ['response_language', 'answer_language', 'reply_language', 'explanation_language', '回复语言', '回答语言']
]
const CANONICAL: ReadonlyMap<string, string> = new Map(SAME.flatMap((names) => names.map((name) => [name, names[0] ?? name] as const)))

/** Every name under which an attribute may have been stored. @param canonical the name that `attributeKey` gives it */
export function namesOf(canonical: string): readonly string[] {
  return SAME.find(([first]) => first === canonical) ?? [canonical]
}

/** Attributes that a person has several of. Named alone they are no key: a second one would replace the first. */
const MANY = new Set(
  (
    'allergy allergies like likes dislike dislikes hobby hobbies interest interests skill skills language languages pet pets friend friends ' +
    'family child children sibling siblings colleague colleagues goal goals plan plans project projects tool tools book books movie movies food ' +
    'foods drink drinks sport sports medication medications condition conditions habit habits possession possessions tag tags device devices ' +
    '过敏 喜好 爱好 兴趣 技能 语言 宠物 朋友 家人 孩子 目标 计划 项目 工具 习惯'
  ).split(' ')
)

/** Names of a kind, not of an attribute. */
const GENERIC = new Set(
  (
    'preference preferences context correction knowledge fact facts note notes user info information background profile identity general ' +
    'other misc personal work statement detail details memory key none null unknown 偏好 背景 事实 信息 用户 其他'
  ).split(' ')
)

const OF_THE_SPEAKER = /^(?:the )?(?:user|me|myself|i|self|person|speaker|author|human|用户|使用者|我|本人|自己)(?:['’]s)?$/u
const OF_THE_PROJECT =
  /^(?:the |this )?(?:project|repo|repository|codebase|team|这个|本)?(?:项目|仓库|代码库|project|repo|repository|codebase|team)?$/u

export const KEY_MAX = 80

function plain(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .trim()
    .replace(/[^\p{L}\p{N}:./]+/gu, '_')
    .replace(/^_+|_+$/gu, '')
}

/** True when the subject is the person (or the project itself), so that a key needs no name in front. */
function speaksOfItself(subject: string): boolean {
  const text = subject.normalize('NFKC').toLowerCase().trim()
  return text === '' || OF_THE_SPEAKER.test(text) || OF_THE_PROJECT.test(text)
}

/**
 * The single-valued attribute that a candidate's key names, or null when it names none: a kind ("preference"), or something that one has several
 * of ("allergy"; "allergy:penicillin" is one of them). An attribute of somebody else keeps their name in front.
 */
export function attributeKey(key: string | null, subject: string | null): string | null {
  const name = plain(key ?? '').replace(/^user[_.:/]/u, '')
  const canonical = CANONICAL.get(name) ?? name
  if (canonical === '' || GENERIC.has(canonical) || MANY.has(canonical)) return null
  const other = subject === null || speaksOfItself(subject) ? '' : plain(subject)
  const whole = other === '' || canonical.includes(other) ? canonical : `${other}.${canonical}`
  return whole.length > KEY_MAX ? null : whole
}

/** One of several that a person has: `allergy:penicillin`. */
export function memberKey(base: string, member: string): string | null {
  const name = plain(member)
  return name === '' || base.length + name.length + 1 > KEY_MAX ? null : `${base}:${name}`
}
