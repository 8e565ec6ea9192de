const CHINESE =
  '的 了 是 我 你 您 他 她 它 们 我们 你们 他们 咱们 自己 吗 呢 吧 啊 呀 哦 嗯 嘛 么 什么 怎么 怎样 怎么样 哪 哪里 哪儿 哪个 哪些 谁 多少 几 在 有 和 与 跟 或 就 都 也 很 还 要 会 能 可以 应该 请 请问 帮 帮我 给 对 把 被 让 这 那 这个 那个 这些 那些 这样 那样 一下 一个 一些 为什么 如何 因为 所以 但是 而且 如果 然后 之前 以后 时候 用户 知道 告诉 记得 吧 到 从 上 下 里 去 来 过 着 得 地 之 其 而 又 再 最'
const CHINESE_CHARACTERS =
  '的了是我你您他她它们吗呢吧啊呀哦嗯嘛么什怎哪谁几在有和与跟或就都也很还要会能可请给把被让这那个些为着得之其而又再'
const ENGLISH =
  'a an the i me my mine myself we us our you your he him his she her it its they them their this that these those is am are was were be been being do does did have has had having will would shall should can could may might must of in on at to from by for with about as into and or but if then than so not no nor what which who whom whose when where why how there here all any both each some such own same too very just also please tell know user users s t re ve ll d m'

const words = new Set([...CHINESE.split(' '), ...ENGLISH.split(' ')])
const characters = new Set(CHINESE_CHARACTERS)

/** A word that says nothing about what a query is after. Normalised text expected. */
export function isStopWord(word: string): boolean {
  return words.has(word)
}

/** A single Chinese character of the same kind; pairs with one are not searched. */
export function isStopCharacter(character: string): boolean {
  return characters.has(character)
}
