import { memberKey } from './keys.ts'
import type { Rule } from './rule.ts'

const of = (base: string) => (match: RegExpExecArray) => memberKey(base, match.groups?.['v'] ?? '')
const LEAD =
  '^(?:(?:hi|hello|hey|by the way|btw|also|so|well|oh|and|but|actually|for context|note|fyi|remember that|just so you know|you should know(?: that)?)[,:]?\\s+)*'
const I = `${LEAD}i`
const AM = `${LEAD}(?:i['’]?m|i am)`
const HAVE = `${LEAD}(?:i['’]ve|i have|i)`
const OFTEN =
  '(?:(?:currently|now|still|also|really|mostly|mainly|usually|generally|always|just|recently|already|absolutely|quite|truly|much|do|strongly|personally|have|both|only)\\s+)*'
const KIN =
  'wife|husband|partner|girlfriend|boyfriend|fianc[ée]e?|daughter|son|child|baby|mother|mum|mom|father|dad|brother|sister|grandmother|grandfather|grandma|grandpa|roommate|flatmate|boss|manager|colleague|cat|dog|kitten|puppy|pet|horse|rabbit|parrot'
const FIELDS: Readonly<Record<string, string>> = {
  name: 'name',
  'full name': 'name',
  birthday: 'birthday',
  'date of birth': 'birthday',
  job: 'job',
  profession: 'job',
  occupation: 'job',
  employer: 'employer',
  hometown: 'hometown',
  'home town': 'hometown',
  'native language': 'native_language',
  'mother tongue': 'native_language',
  'first language': 'native_language',
  'blood type': 'blood_type',
  height: 'height',
  weight: 'weight',
  email: 'email',
  'email address': 'email',
  'phone number': 'phone',
  nationality: 'nationality',
  'time zone': 'time_zone',
  timezone: 'time_zone',
  major: 'major',
  editor: 'editor',
  pronouns: 'pronouns',
  diet: 'diet',
  'main goal': 'main_goal',
  goal: 'main_goal'
}
const PROFESSION =
  '\\b(?:[\\w-]+(?:er|or|ist|ian|yst|ant|ect)|nurse|chef|student|lawyer|attorney|pilot|judge|clerk|coach|mechanic|freelancer|retiree|vet|postdoc|phd|founder|ceo|cto|paramedic|veterinarian|tutor|intern|apprentice|researcher|dentist)$'
const NO_PROFESSION =
  'bit|beginner|little|lot|big|huge|newcomer|member|fan|customer|user|lover|number|believer|winner|loser|matter|danger|father|mother|brother|sister|stranger|wonder|never|better|longer'
const NATIONALITY =
  'american|british|english|german|french|italian|spanish|chinese|japanese|korean|indian|canadian|australian|dutch|swedish|norwegian|danish|finnish|polish|czech|russian|ukrainian|turkish|greek|brazilian|mexican|irish|scottish|welsh|portuguese|austrian|swiss|belgian|vegan|vegetarian|muslim|christian|jewish|buddhist|hindu|sorry|back|sure|ok|okay|fine'

export const rulesEn: readonly Rule[] = [
  {
    pattern: new RegExp(
      `${LEAD}(?:my (?:full |first )?name['’]?s?(?: is)?|i am called|i['’]m called|i go by|(?:you can |please )?call me) (?<v>[\\p{L}'’.-]+(?: [\\p{L}'’.-]+){0,3})$`,
      'iu'
    ),
    category: 'context',
    key: 'name'
  },
  {
    pattern: new RegExp(
      `^(?:(?:[Hh]i|[Hh]ello|[Hh]ey)[,!]? )?(?:I['’]m|I am) (?!(?:${NATIONALITY})\\b)(?!(?:${NATIONALITY.replace(/\b\w/gu, (letter) => `[${letter}${letter.toUpperCase()}]`)})\\b)(?<v>\\p{Lu}\\p{Ll}+(?: \\p{Lu}\\p{Ll}+)?)$`,
      'u'
    ),
    category: 'context',
    key: 'name'
  },
  {
    pattern: new RegExp(
      `${I} ${OFTEN}(?:live|reside|stay permanently) (?:in|at|on|near|outside) (?!a hotel|an airbnb|the (?:past|future|moment))(?<v>.{2,50}?)(?: now)?$`,
      'iu'
    ),
    category: 'context',
    key: 'city'
  },
  { pattern: new RegExp(`${AM} ${OFTEN}(?:based|living) (?:in|near) (?<v>.{2,40})$`, 'iu'), category: 'context', key: 'city' },
  {
    pattern: new RegExp(
      `${HAVE} ${OFTEN}(?:moved|relocated) (?:to|from .{2,30} to|back to) (?<v>\\p{L}.{1,40}?)(?: (?:in|last|this) .{3,20})?$`,
      'iu'
    ),
    category: 'context',
    key: 'city'
  },
  {
    pattern: new RegExp(`${I} ${OFTEN}work (?:at|for) (?!home|night|the moment|least)(?<v>.{2,50})$`, 'iu'),
    category: 'context',
    key: 'employer'
  },
  {
    pattern: new RegExp(`${HAVE} ${OFTEN}(?:joined|started at|started working (?:at|for)) (?<v>\\p{L}.{1,40})$`, 'iu'),
    category: 'context',
    key: 'employer'
  },
  { pattern: new RegExp(`${I} ${OFTEN}work as (?:an? )?(?<v>.{2,50})$`, 'iu'), category: 'context', key: 'job' },
  {
    pattern: new RegExp(
      `${AM} ${OFTEN}an? (?!(?:[\\w-]+ ){0,2}(?:${NO_PROFESSION})\\b)(?<v>(?:[\\w-]+ ){0,4}?[\\w-]*${PROFESSION.replace('\\b', '')})`,
      'iu'
    ),
    category: 'context',
    key: 'job'
  },
  {
    pattern: new RegExp(
      `${AM} ${OFTEN}(?:an? )?(?<v>vegan|vegetarian|pescatarian|coeliac|celiac|diabetic|left-handed|colou?r-?blind|lactose intolerant|gluten intolerant)(?: now)?$`,
      'iu'
    ),
    category: 'context',
    key: (m) => (/vegan|vegetarian|pescatarian/iu.test(m.groups?.['v'] ?? '') ? 'diet' : memberKey('condition', m.groups?.['v'] ?? ''))
  },
  { pattern: new RegExp(`${I} (?:mainly|mostly|usually|primarily) do (?<v>.{3,50})$`, 'iu'), category: 'context', key: null },
  { pattern: new RegExp(`${AM} (?:originally )?from (?<v>\\p{Lu}.{1,40})$`, 'iu'), category: 'context', key: 'hometown' },
  { pattern: new RegExp(`${I} grew up in (?<v>.{2,40})$`, 'iu'), category: 'context', key: 'hometown' },
  { pattern: new RegExp(`${AM} (?<v>\\d{1,3})(?: years old)?$`, 'iu'), category: 'context', key: 'age' },
  { pattern: new RegExp(`${LEAD}i was born (?:on|in) (?<v>.{3,40})$`, 'iu'), category: 'context', key: 'birthday' },
  {
    pattern: new RegExp(`${AM} ${OFTEN}(?:no longer |not |severely |mildly |badly )?allergic to (?<v>.{2,50}?)(?: any ?more)?$`, 'iu'),
    category: 'context',
    key: of('allergy')
  },
  {
    pattern: new RegExp(`${LEAD}i (?:have|['’]ve got) an? (?:severe |mild )?(?<v>[\\w ]{2,30}?) (?:allergy|intolerance)$`, 'iu'),
    category: 'context',
    key: of('allergy')
  },
  {
    pattern: new RegExp(`${LEAD}my (?:all-time )?favou?rite (?<k>[\\w ]{2,30}?) (?:is|are) (?<v>.{1,50})$`, 'iu'),
    category: 'preference',
    key: (m) => memberKey('favorite', m.groups?.['k'] ?? '')
  },
  {
    pattern: new RegExp(
      `${I} ${OFTEN}(?:like|love|adore|enjoy|prefer|hate|dislike|detest|can['’]?t stand|cannot stand|can not stand|don['’]t (?:really )?like|do not like) (?!(?:your|this|that|it|these|those|you|what|how|when|where|the (?:idea|way|first|second|third|last|answer|plan|sound|look))\\b)(?:to )?(?<v>.{2,60})$`,
      'iu'
    ),
    category: 'preference',
    key: of('likes')
  },
  {
    pattern: new RegExp(
      `${I} (?:never|don['’]t|do not) (?<v>(?:eat|drink|drive|use) .{2,40}?|smoke|drink|drive|eat meat)(?: any ?more)?$`,
      'iu'
    ),
    category: 'preference',
    key: of('habit')
  },
  {
    pattern: new RegExp(`${I} no longer (?<v>.{3,60})$`, 'iu'),
    category: 'context',
    key: (m) => memberKey('habit', (m.groups?.['v'] ?? '').replace(/^(?:like|work|live).*$/iu, ''))
  },
  { pattern: new RegExp(`${I} (?:don['’]t|do not) (?<v>.{3,50}) any ?more$`, 'iu'), category: 'context', key: null },
  {
    pattern: new RegExp(
      `${HAVE} ${OFTEN}(?:quit|gave up|given up|stopped) (?<v>smoking|drinking|coffee|sugar|meat|alcohol|eating .{2,30}|drinking .{2,30}|my job)$`,
      'iu'
    ),
    category: 'context',
    key: null
  },
  {
    pattern: new RegExp(`${HAVE} ${OFTEN}(?:switched|changed) (?:from .{2,30} )?to (?<v>.{2,40})$`, 'iu'),
    category: 'preference',
    key: null
  },
  {
    pattern: new RegExp(`${HAVE} ${OFTEN}(?:got|gotten) (?:married|divorced|promoted)(?: .{0,30})?$`, 'iu'),
    category: 'context',
    key: null
  },
  {
    pattern: new RegExp(`${AM} ${OFTEN}(?:married|divorced|single|engaged|retired|widowed|pregnant)(?: to .{2,30})?$`, 'iu'),
    category: 'context',
    key: 'marital_status'
  },
  {
    pattern: new RegExp(`${LEAD}my (?:\\w+ )?(?<k>${KIN})(?:['’]s name)? (?:is|are) (?:called |named )?(?<v>\\p{L}[^,]{0,40})$`, 'iu'),
    category: 'context',
    key: (m) => (/name|called|named/iu.test(m[0]) ? memberKey((m.groups?.['k'] ?? '').toLowerCase(), 'name') : null),
    subject: (m) => (m.groups?.['k'] ?? '').toLowerCase()
  },
  {
    pattern: new RegExp(
      `${LEAD}(?:i have|i['’]ve got|we have) (?:an? |one |two |three |four |five |\\d+ )(?:\\w+ )?(?<v>(?:${KIN})s?(?: (?:called|named) .{2,40})?|children|kids|twins)$`,
      'iu'
    ),
    category: 'context',
    key: null
  },
  {
    pattern: new RegExp(
      `${LEAD}my (?<k>${Object.keys(FIELDS).join('|')}) (?:is|are) (?!soon|coming|near|close|over|not|a secret|important)(?<v>.{1,60})$`,
      'iu'
    ),
    category: 'context',
    key: (m) => FIELDS[(m.groups?.['k'] ?? '').toLowerCase()] ?? null
  },
  { pattern: new RegExp(`${I} ${OFTEN}(?:speak) (?<v>.{3,40})$`, 'iu'), category: 'context', key: null },
  {
    pattern: new RegExp(`${AM} ${OFTEN}(?:learning|studying|training for|preparing for|working towards) (?<v>.{2,50})$`, 'iu'),
    category: 'goal',
    key: null
  },
  {
    pattern: new RegExp(
      `${I} (?:usually|always|mostly|mainly|normally|generally) (?:use|write|drive|cycle|drink|eat|work|run|code) (?<v>.{1,50})$`,
      'iu'
    ),
    category: 'preference',
    key: null
  },
  {
    pattern:
      /^(?:from now on|in (?:the )?future|going forward|as a rule)[, ]+(?:please )?(?:always |never |only |do not |don['’]t )?(?:answer|reply|respond|use|write|explain|give|start|keep|show|avoid|skip|call)\b.{3,80}$/iu,
    category: 'preference',
    key: null
  },
  {
    pattern: /^(?:please )?(?:always|never) (?:answer|reply|respond|use|write|explain|give|start|keep|show|call)\b.{3,80}$/iu,
    category: 'preference',
    key: null
  }
]
