const CHANGED_ZH =
  /搬(?:到|去|来|家|进|回)|换(?:成|到|了|用)|改(?:成|为|用|到|了名)|不再|已经不|现在(?:是|住|在|用|改|叫|做|喜欢)|如今|离职|辞职|跳槽|转(?:到|行|岗|去|学)|升(?:任|为|职)|调(?:到|任)|戒(?:了|掉)|结婚|离婚|分手|退休|毕业了|入职|加入了|以后(?:请|都|就)?|从现在起|从今以后|不是.{1,20}了/u
const CHANGED_EN =
  /\b(?:moved|moving|relocated|switched|changed|no longer|not any ?more|any ?more|any longer|now (?:i |we )?(?:live|work|use|am|prefer|like|have|drink|eat|drive)|i(?:'m| am) now|i now|started (?:at|a|my|working|using)|joined|quit|left (?:my|the|our)|new (?:job|address|flat|apartment|house|employer|role)|used to|instead of|from now on|replaced|got (?:married|divorced|promoted)|retired|gave up|stopped|these days|nowadays)\b/u
const WRONG_ZH =
  /(?:说|记|写|弄|搞|打|填|讲)错了?|口误|笔误|更正|纠正一下|我之前(?:说|讲)的[^。！？]{0,20}(?:不对|错)|刚才(?:说|讲)的[^。！？]{0,12}(?:不对|错)|其实(?:不是|并不|我不|没)|从来(?:都)?(?:没|不)/u
const WRONG_EN =
  /\b(?:i was wrong|i was mistaken|i misspoke|misremembered|my mistake|my bad|i made a mistake|correction\b|that(?:'s| was| is) (?:a mistake|wrong|not right|incorrect|a typo)|typo|i (?:said|told you|wrote|mentioned)[^.!?\n]{0,60}(?:wrong|by mistake|mistake|but (?:it|that)(?:'s| is| was))|i meant|i should have said|actually,? (?:it|i|my|that)[^.!?\n]{0,30}\b(?:not|never|isn't|wasn't)|never was|i never)\b/u

const plain = (text: string): string => text.normalize('NFKC').toLowerCase().replaceAll('’', "'")

/** The words say that something was otherwise before: the old value was true until now. */
export function saysChanged(text: string): boolean {
  return CHANGED_ZH.test(plain(text)) || CHANGED_EN.test(plain(text))
}

/** The words say that what was said before was wrong: it never held. */
export function saysWrong(text: string): boolean {
  return WRONG_ZH.test(plain(text)) || WRONG_EN.test(plain(text))
}
