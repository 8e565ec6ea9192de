import { pinyin } from 'pinyin-pro'
import { normalise } from './segment.ts'

const HAN = '\\p{Script=Han}'
const RELATION =
  '妈妈|爸爸|母亲|父亲|爷爷|奶奶|外公|外婆|姥姥|姥爷|妻子|太太|老婆|丈夫|老公|女朋友|男朋友|女友|男友|女儿|儿子|姐姐|哥哥|弟弟|妹妹|表哥|表姐|表弟|表妹|堂哥|堂姐|堂弟|堂妹|叔叔|阿姨|舅舅|姑姑|同事|同学|室友|朋友|闺蜜|老板|上司|老师|导师|医生|邻居|房东|客户|猫|狗'
const SURNAMES =
  '赵钱孙李周吴郑王冯陈褚卫蒋沈韩杨朱秦尤许何吕施张孔曹严华金魏陶姜戚谢邹喻柏窦章云苏潘葛范彭郎鲁韦昌马苗方俞任袁柳鲍史唐费廉岑薛雷贺倪汤滕殷罗毕郝邬安常乐于时傅皮卞齐康伍余元卜顾孟黄穆萧尹姚邵湛汪祁毛禹狄贝明臧计伏成戴宋庞熊纪舒屈项祝董梁杜阮蓝闵席季麻强贾路江童颜郭梅盛林钟徐邱骆高夏蔡田樊胡凌霍虞万柯卢莫房解应宗丁邓单洪包左石崔吉龚程邢裴陆荣翁荀惠曲封储靳段焦巴牧山谷车侯全班仰秋仲伊宫宁仇栾甘厉祖武符刘景詹龙叶司黎薄白蒲赖卓屠蒙池乔阴胥苍闻党翟谭贡姬申扶冉雍桑桂牛寿通边燕冀尚农温庄晏柴瞿阎慕连习艾鱼容向古易慎戈廖庾终居衡步都耿满匡国文寇广阙东欧利师聂晁勾敖融冷辛阚那简饶曾沙乜养鞠丰关查荆红游竺权盖益桓公肖涂闫'
const DOUBLE_SURNAMES = '欧阳|司马|上官|诸葛|东方|皇甫|尉迟|公孙|慕容|令狐|司徒|夏侯|端木|轩辕|南宫'
const TITLE = '先生|女士|小姐|老师|医生|大夫|经理|总监|教授|师傅|同学|阿姨|叔叔|律师|主任|院长|校长|博士|警官'
/** What ends a name: not a letter of it. */
const NOT_NAME = '(?![的了是在和跟与也都就说住做来去要会能我你您他她它人大])'

/** Where Chinese text names somebody, the name in the group `name`. Few and sure: a name too little is found by its characters all the same. */
const PATTERNS: readonly RegExp[] = [
  new RegExp(
    `(?:名叫|叫做|名字是|名字叫|姓名是|大名|小名|昵称|全名|我叫|叫)(?<name>${NOT_NAME}${HAN}{2,4}?)(?=[^${HAN}]|$|是|在|的|和|，)`,
    'gu'
  ),
  new RegExp(
    `(?:${RELATION})(?:叫|是|，)?(?<name>(?:[${SURNAMES}]|小|阿|老)${NOT_NAME}${HAN}{1,2}?)(?=[^\\p{L}\\p{N}]|$|是|在|的|和|说|住|喜欢|今年|生|会|比)`,
    'gu'
  ),
  new RegExp(`(?<name>(?:${DOUBLE_SURNAMES}|[${SURNAMES}])${HAN}{0,2}?)(?:${TITLE})`, 'gu'),
  new RegExp(`(?<name>(?:${DOUBLE_SURNAMES})${HAN}{1,2}?)(?=[^${HAN}]|$|是|在|的|和|说)`, 'gu'),
  new RegExp(
    `(?<=^|[^${HAN}]|和|跟|与|给|找|问|约)(?<name>[小阿老][${SURNAMES}明红刚强华丽芳军杰磊洋艳勇娟涛静敏燕丹霞])(?=[^${HAN}]|$|是|在|的|和|说|住|喜欢|去|来|吃|聊|见|一起)`,
    'gu'
  )
]

function namesIn(normal: string): string[] {
  return PATTERNS.flatMap((pattern) => [...normal.matchAll(pattern)].map((found) => found.groups?.['name'] ?? '')).filter(Boolean)
}

const ONLY_HAN = new RegExp(`^${HAN}{2,4}$`, 'u')
/** Initials that are words of their own. */
const WORDS = new Set([
  'am',
  'pm',
  'ok',
  'tv',
  'pc',
  'hr',
  'id',
  'no',
  'so',
  'my',
  'me',
  'he',
  'we',
  'us',
  'is',
  'it',
  'do',
  'go',
  'to',
  'by',
  'be'
])

function formsOf(name: string): string[] {
  const syllables = pinyin(name, { toneType: 'none', type: 'array', surname: 'head', v: true }).filter((one) => /^[a-z]+$/u.test(one))
  if (syllables.length < 2) return syllables.filter((one) => one.length > 2)
  const given = syllables.length > 2 ? [syllables.slice(1).join('')] : []
  const initials = syllables.map((one) => one.charAt(0)).join('')
  return [syllables.join(''), ...given, ...(WORDS.has(initials) ? [] : [initials])]
}

/** Pinyin of the Chinese names in a fact, whole and by initials: 我叫王小明 gives wangxiaoming, xiaoming, wxm. */
export function namePinyin(text: string, aliases: readonly string[]): string[] {
  const normal = normalise(text)
  if (!/\p{Script=Han}/u.test(normal + aliases.join(''))) return []
  const names = [...namesIn(normal), ...aliases.map(normalise).filter((alias) => ONLY_HAN.test(alias))]
  return [...new Set([...new Set(names)].flatMap(formsOf))]
}

const SYLLABLE =
  /^(?:zh|ch|sh|[bpmfdtnlgkhjqxrzcsyw])?(?:iang|iong|uang|ueng|ang|eng|ong|ian|iao|ing|uai|uan|ai|ei|ao|ou|an|en|er|ia|ie|iu|in|ua|uo|ui|un|ue|ve|a|o|e|i|u|v)$/u

/** A name that was typed syllable by syllable (xiao ming), as it is indexed (xiaoming). */
export function joinedSyllables(words: readonly string[]): string[] {
  return words.slice(1).flatMap((word, index) => {
    const before = words[index] ?? ''
    return SYLLABLE.test(before) && SYLLABLE.test(word) ? [before + word] : []
  })
}
