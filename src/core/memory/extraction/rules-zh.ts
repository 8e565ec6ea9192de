import { memberKey } from './keys.ts'
import type { Rule } from './rule.ts'

const of = (base: string) => (match: RegExpExecArray) => memberKey(base, (match.groups?.['v'] ?? '').replace(/[了的吧呢啊]+$/u, ''))
const I =
  '^(?:其实|对了|另外|还有|然后|顺便说一下|补充一下|说起来|你好|您好|嗨|大家好|记一下|不过|但是?|而且|并且|所以|因为|毕竟)*(?:我|本人)(?:自己|本人)?'
const OFTEN = '(?:现在|目前|一直|平时|一般|通常|常年|已经|刚刚?|最近|从小|本来|也|都|还|就|真的|主要|长期|今年|去年|上个?月)*'
const MUCH = '(?:很|非常|特别|尤其|最|比较|挺|蛮|超级?|更|不太|不怎么|真的?|也|还|一直|从小|都|平时|一般)*'
const KIN =
  '妻子|老婆|太太|丈夫|老公|先生|爱人|伴侣|男朋友|女朋友|男友|女友|未婚夫|未婚妻|女儿|儿子|孩子|宝宝|妈妈|爸爸|母亲|父亲|爷爷|奶奶|外公|外婆|哥哥|姐姐|弟弟|妹妹|室友|同事|老板|导师|猫|狗|小猫|小狗|猫咪|狗狗|宠物'
const FIELDS: Readonly<Record<string, string>> = {
  名字: 'name',
  姓名: 'name',
  生日: 'birthday',
  职业: 'job',
  工作: 'job',
  专业: 'major',
  母语: 'native_language',
  血型: 'blood_type',
  身高: 'height',
  体重: 'weight',
  邮箱: 'email',
  电话: 'phone',
  手机号: 'phone',
  国籍: 'nationality',
  籍贯: 'hometown',
  老家: 'hometown',
  家乡: 'hometown',
  星座: 'zodiac',
  时区: 'time_zone',
  学历: 'education',
  公司: 'employer',
  爱好: 'hobby_list',
  目标: 'main_goal',
  编辑器: 'editor',
  车牌: 'plate',
  微信: 'wechat'
}
/** Where people stay for some nights, and words that judge a stay: neither says where they live. */
const LODGING = '(?:这家|那家|一家|一个)?(?:酒店|宾馆|旅馆|旅店|旅社|饭店|客栈|民宿|青旅|青年旅舍|招待所|医院|病房|帐篷)'
const JUDGED = '有点|有些|比较|觉得|感觉|不太|不错|不如|很|挺|太贵|太远|太吵|太小|真的|习惯|腻|够'
const PROFESSION =
  '工程师|程序员|老师|教师|医生|护士|律师|会计|设计师|产品经理|项目经理|经理|研究员|科学家|学生|研究生|博士生|大学生|厨师|司机|编辑|记者|作家|画家|摄影师|翻译|顾问|销售|运营|分析师|架构师|创业者|自由职业者|全职妈妈|公务员|军人|警察|消防员|农民|工人|药师|药剂师|理发师|教练|导演|演员|歌手|音乐人|开发者|后端|前端|素食者|素食主义者|左撇子|独生子女?'

export const rulesZh: readonly Rule[] = [
  {
    pattern: new RegExp(
      `${I}(?:的?(?:中文|英文)?名字?)?(?:就?叫做?|名叫|是叫|名字是)(?![他她它你您了过不车做人外着错])(?<v>[\\p{L}·]{1,12})$`,
      'u'
    ),
    category: 'context',
    key: 'name'
  },
  { pattern: /^(?:你|您)?(?:可以|以后)?(?:叫|称呼)我(?<v>[\p{L}·]{1,12})(?:就行|就好|吧|即可)?$/u, category: 'context', key: 'name' },
  {
    pattern: new RegExp(
      `${I}(?:的?家)?${OFTEN}(?:住在|家住|家在|定居在?|常住在?|居住在|住)(?!院|了[几一两三]|[过得不几]|在?${LODGING}|.*(?:${JUDGED}))(?<v>[\\p{Script=Han}\\p{L}\\d·]{2,20}?)(?:了)?$`,
      'u'
    ),
    category: 'context',
    key: 'city'
  },
  {
    pattern: new RegExp(
      `${I}(?:们?家)?${OFTEN}搬(?:家)?(?:到|去|来|回)(?:了)?(?<v>[\\p{Script=Han}\\p{L}]{2,15}?)(?:住|生活|定居)?(?:了)?$`,
      'u'
    ),
    category: 'context',
    key: 'city'
  },
  {
    pattern: new RegExp(`${I}${OFTEN}在(?<v>[^，。]{2,20})(?:工作|上班|任职|就职)(?:了)?(?:[一二两三四五六七八九十\\d]+年)?(?:了)?$`, 'u'),
    category: 'context',
    key: 'employer'
  },
  {
    pattern: new RegExp(`${I}${OFTEN}(?:跳槽|入职|加入)(?:到|去|来)?(?:了)?(?<v>[^，。]{2,20}?)(?:了)?$`, 'u'),
    category: 'context',
    key: 'employer'
  },
  {
    pattern: new RegExp(`${I}${OFTEN}在(?<v>[^，。]{2,20})(?:读书|上学|念书|读研|读博|上大学|读大学)$`, 'u'),
    category: 'context',
    key: 'school'
  },
  { pattern: new RegExp(`${I}${OFTEN}毕业于(?<v>[^，。]{2,20})$`, 'u'), category: 'context', key: 'school' },
  {
    pattern: new RegExp(`${I}${OFTEN}(?:是|当)(?:一[名个位]|个)?(?<v>[^，。不]{0,14}(?:${PROFESSION}))$`, 'u'),
    category: 'context',
    key: 'job'
  },
  { pattern: new RegExp(`${I}${OFTEN}(?:从事|主要做|主要负责)(?<v>[^，。]{2,24})$`, 'u'), category: 'context', key: 'job' },
  {
    pattern: new RegExp(`${I}${OFTEN}(?:是做|做)(?<v>[^，。]{1,16}(?:开发|工作|行业|研究|设计|生意|的))(?:的)?$`, 'u'),
    category: 'context',
    key: 'job'
  },
  { pattern: new RegExp(`${I}(?:是|来自)(?<v>[\\p{Script=Han}]{2,8})人$`, 'u'), category: 'context', key: 'hometown' },
  { pattern: new RegExp(`${I}来自(?<v>[\\p{Script=Han}\\p{L}]{2,12})$`, 'u'), category: 'context', key: 'hometown' },
  { pattern: new RegExp(`${I}(?:今年|已经)?(?<v>[\\d一二三四五六七八九十]{1,4})岁(?:了)?$`, 'u'), category: 'context', key: 'age' },
  { pattern: new RegExp(`${I}(?:的)?生日(?:是|在|为)(?<v>[^，。]{2,20})$`, 'u'), category: 'context', key: 'birthday' },
  { pattern: new RegExp(`${I}(?:出生[于在]|生[于在])(?<v>[^，。]{2,20})$`, 'u'), category: 'context', key: 'birthday' },
  {
    pattern: new RegExp(`${I}${OFTEN}对(?<v>[^，。]{1,16}?)(?:严重|有点|轻微|很)?(?:过敏|不耐受)$`, 'u'),
    category: 'context',
    key: of('allergy')
  },
  {
    pattern: new RegExp(`${I}${OFTEN}(?:不再|不)对(?<v>[^，。]{1,16}?)(?:过敏|不耐受)(?:了)?$`, 'u'),
    category: 'context',
    key: of('allergy')
  },
  {
    pattern: new RegExp(`${I}(?:有)?(?<v>花生|海鲜|牛奶|乳糖|花粉|尘螨|青霉素|坚果|芒果|虾|鸡蛋|猫毛|麸质|酒精)(?:过敏|不耐受)$`, 'u'),
    category: 'context',
    key: of('allergy')
  },
  {
    pattern: new RegExp(`${I}最喜欢的(?<k>[\\p{Script=Han}]{1,8}?)(?:是|就是)(?<v>[^，。]{1,24})$`, 'u'),
    category: 'preference',
    key: (m) => memberKey('favorite', m.groups?.['k'] ?? '')
  },
  {
    pattern: new RegExp(
      `${I}${MUCH}(?:喜欢|喜爱|热爱|偏爱|酷爱|讨厌|不喜欢|不爱|受不了|厌恶|反感)(?!你|您|这[个种样]|那[个种样]|他|她|它|上面|刚才)(?:上了)?(?<v>[^，。]{1,24}?)(?:了)?$`,
      'u'
    ),
    category: 'preference',
    key: of('likes')
  },
  { pattern: new RegExp(`${I}${MUCH}(?:爱(?=[吃喝看听玩]))(?<v>[^，。]{2,16})$`, 'u'), category: 'preference', key: of('likes') },
  {
    pattern: new RegExp(`${I}${OFTEN}(?:不再|已经不|从不|从来不|不)(?<v>(?:吃|喝|抽|碰)[^，。]{1,10}?)(?:了)?$`, 'u'),
    category: 'preference',
    key: of('habit')
  },
  { pattern: new RegExp(`${I}${OFTEN}(?:吃素|吃全素|是素食者)(?:了)?$`, 'u'), category: 'preference', key: 'diet' },
  { pattern: new RegExp(`${I}${OFTEN}(?:戒了|戒掉了?)(?<v>[^，。]{1,10}?)(?:了)?$`, 'u'), category: 'context', key: of('habit') },
  { pattern: new RegExp(`${I}${OFTEN}(?:不再|已经不(?:再)?)(?<v>[^，。]{2,20}?)(?:了)?$`, 'u'), category: 'context', key: null },
  { pattern: new RegExp(`${I}${OFTEN}(?:离职|退休|离婚|结婚|毕业|怀孕)(?:了)$`, 'u'), category: 'context', key: null },
  {
    pattern: new RegExp(
      `${I}(?:的|家|家的|们家)?(?:那只|这只)?(?<k>${KIN})(?:的名字)?(?:叫做?|名叫|名字叫|名字是|是)(?![不个一位])(?<v>[^，。]{1,16})$`,
      'u'
    ),
    category: 'context',
    key: (m) => memberKey(m.groups?.['k'] ?? '', 'name'),
    subject: (m) => m.groups?.['k'] ?? null
  },
  {
    pattern: new RegExp(
      `${I}(?:家)?(?:有|养了?|还有)(?:[一二两三四五六七八九十\\d]+)(?:只|个|条|位|辆|台)(?<v>(?:[^，。的]{0,6})(?:猫|狗|女儿|儿子|孩子|妹妹|弟弟|哥哥|姐姐|兔子|仓鼠|鹦鹉|车))$`,
      'u'
    ),
    category: 'context',
    key: null
  },
  {
    pattern: new RegExp(`${I}的?(?<k>${Object.keys(FIELDS).join('|')})(?:号码?|地址)?(?:是|为|：|:|在)(?<v>[^，。]{1,40})$`, 'u'),
    category: 'context',
    key: (m) => FIELDS[m.groups?.['k'] ?? ''] ?? null
  },
  {
    pattern: new RegExp(`${I}${OFTEN}(?:习惯(?:用|于|在)?|偏好|倾向于|更愿意)(?<v>[^，。]{2,24})$`, 'u'),
    category: 'preference',
    key: null
  },
  {
    pattern: new RegExp(`${I}(?:平时|一般|通常|主要|一直|现在|日常)+(?:都)?(?:用|使用|写|开|骑|坐)(?<v>[^，。]{2,24})$`, 'u'),
    category: 'preference',
    key: null
  },
  { pattern: new RegExp(`${I}${OFTEN}(?:换成|换到|转到|改用)(?:了)?(?<v>[^，。]{1,20}?)(?:了)?$`, 'u'), category: 'preference', key: null },
  { pattern: new RegExp(`${I}(?:会说|的母语是|会讲)(?<v>[^，。]{2,16})$`, 'u'), category: 'context', key: null },
  {
    pattern: new RegExp(`${I}(?:正在|在|接下来[^，。]{0,8}在)(?:系统地?|认真|自)?(?:学习|学|备考|攻读)(?<v>[^，。]{2,24})$`, 'u'),
    category: 'goal',
    key: null
  },
  {
    pattern:
      /^(?:平时|以后|今后|往后|从今以后|从现在起|不过以后)(?:都|请|麻烦|也|你)*(?:用|以|给|先|把|在|尽量|不要|别|少|多|解释|回答|回复|写)[^。]{2,40}$/u,
    category: 'preference',
    key: null
  }
]
