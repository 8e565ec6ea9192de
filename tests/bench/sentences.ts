/**
 * Sentences as people say them, half Chinese and half English, each number another one: what torture and bench store and ask for.
 * Who, what and when are picked independently, so neighbours differ in everything.
 */

interface Matter {
  readonly says: string
  readonly asks: string
}

interface Words {
  readonly people: readonly string[]
  readonly matters: readonly Matter[]
  readonly details: readonly string[]
}

const lines = (text: string): readonly string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

const matters = (text: string): readonly Matter[] =>
  lines(text).map((line) => {
    const [says = '', asks = ''] = line.split(' | ')
    return { says, asks }
  })

const chinese: Words = {
  people: lines(`我
    我妹妹
    我哥哥
    我妈妈
    我爸爸
    外婆
    爷爷
    小明
    小红
    李老师
    王阿姨
    张叔叔
    陈医生
    隔壁的邻居
    楼下的房东
    我的室友
    我的同事
    新来的实习生
    部门经理
    大学同学阿伟
    表姐
    堂弟
    教练
    理发师
    快递员老周
    咖啡店老板
    我的女儿
    我的儿子
    客户林先生
    钢琴老师
    司机小赵
    健身房的前台
    设计师小吴
    我的导师
    合租的姑娘
    老板娘
    摄影师阿杰
    会计刘姐
    门卫大爷
    志愿者小何`),
  matters: matters(`喜欢打篮球 | 喜欢什么运动
    对花生过敏 | 对什么过敏
    每天早上喝豆浆 | 早上喝什么
    住在西湖边的小区 | 住在哪里
    养了一只橘猫 | 养了什么宠物
    在学弹钢琴 | 在学什么乐器
    不吃辣 | 能吃辣吗
    最爱的颜色是墨绿 | 喜欢什么颜色
    开一辆白色的电动车 | 开什么车
    周末去爬山 | 周末做什么
    习惯晚上十点睡觉 | 几点睡觉
    正在准备考研 | 在准备什么考试
    做数据分析的工作 | 做什么工作
    想去冰岛看极光 | 想去哪里旅行
    戒了咖啡改喝绿茶 | 现在喝什么
    收集老唱片 | 收集什么
    在写一本科幻小说 | 在写什么
    怕坐飞机 | 怕什么
    会说一点德语 | 会说哪国语言
    用左手写字 | 用哪只手写字
    参加了合唱团 | 参加了什么团体
    把阳台改成了菜园 | 怎么用阳台
    迷上了烘焙面包 | 最近迷上什么
    膝盖做过手术 | 做过什么手术
    搬到城东的新房子 | 搬到哪里了
    订了一份晨报 | 订了什么报纸
    负责项目的预算 | 负责项目的哪一块
    只用深色的编辑器主题 | 用什么主题
    每个月存两千块钱 | 每月存多少钱
    在社区医院做护士 | 在哪里当护士
    喜欢看老电影 | 喜欢看什么电影
    午休时打乒乓球 | 午休做什么
    骑车上下班 | 怎么上下班
    正在减肥不吃晚饭 | 为什么不吃晚饭
    把生日过成了植树日 | 生日怎么过
    用算盘教孩子数学 | 怎么教孩子数学
    近视三百度 | 近视多少度
    种了一排向日葵 | 种了什么花
    想换一份离家近的工作 | 想换什么工作
    请了一周的年假 | 请了几天假`),
  details: lines(`，已经三年了
    ，从上个月开始
    ，大家都知道
    ，昨天刚说过
    ，这是体检以后决定的
    ，因为夏天太热
    ，和家里人商量过了
    ，是朋友推荐的
    ，一直没有变过
    ，今年还打算继续
    ，下雨天也不例外
    ，为此买了新装备
    ，同事们都很羡慕
    ，医生也同意
    ，听说对身体好
    ，孩子们都很高兴
    ，冬天的时候尤其如此
    ，而且坚持每天记录
    ，搬家以前就这样
    ，是在旅行的时候学会的
    ，说明天要告诉大家
    ，花了不少力气
    ，上次聚会时提到的
    ，比以前开心多了
    ，为了省钱
    ，为了健康
    ，毕业以后养成的习惯
    ，邻居们偶尔来帮忙
    ，除了周三
    ，只在晴天
    ，打算坚持到年底
    ，是从书里看来的
    ，家里人都支持
    ，偶尔也会偷懒
    ，跟着老师学的
    ，在网上查了很久
    ，已经告诉了老板
    ，最近才想起来
    ，每次都很认真
    ，这件事很重要`)
}

const english: Words = {
  people: lines(`I
    My sister
    My brother
    My mother
    My father
    Grandma
    Grandpa
    Ming
    Anna
    Our teacher
    Aunt Wang
    Uncle Tom
    The family doctor
    The neighbour upstairs
    The landlord
    My flatmate
    A colleague
    The new intern
    The head of sales
    My friend from college
    My cousin
    The coach
    The hairdresser
    Joe from the post office
    The baker
    My daughter
    My son
    Our client in Lyon
    The piano teacher
    The bus driver
    The woman at the gym
    Our designer
    My tutor
    The guy next door
    The shop owner
    The photographer
    Our accountant
    The porter
    A volunteer named Ruth
    The gardener`),
  matters: matters(`plays basketball | sport
    cannot eat peanuts | allergy
    drinks soy milk in the morning | breakfast drink
    lives in a flat near the lake | home
    keeps a ginger cat | pet
    learns the piano | instrument
    avoids spicy food | food to avoid
    likes dark green best | favourite colour
    drives a white electric car | car
    goes hiking at weekends | weekend plans
    is in bed by ten | bedtime
    studies for the entrance exam | exam
    works as a data analyst | job
    dreams of a trip to Iceland | travel wish
    gave up coffee for green tea | hot drink
    collects old records | collection
    writes a science fiction novel | book project
    is afraid of flying | fear
    speaks some German | foreign language
    writes with the left hand | writing hand
    sings in a choir | choir
    turned the balcony into a vegetable garden | balcony
    bakes sourdough bread | baking
    had surgery on the knee | operation
    moved to the east side of town | new address
    subscribes to a morning paper | newspaper
    looks after the project budget | role in the project
    uses a dark theme in every editor | editor theme
    saves two hundred a month | monthly savings
    is a nurse at the local hospital | hospital work
    loves black and white films | films
    plays table tennis at lunch | lunch break
    cycles to work | commute
    skips dinner to lose weight | diet
    plants a tree on every birthday | birthday habit
    teaches maths with an abacus | maths teaching
    wears glasses for reading | glasses
    grows sunflowers by the fence | flowers
    wants a job closer to home | job change
    took a week of leave | time off`),
  details: lines(`for three years now
    since last month
    as everybody knows
    or so I heard yesterday
    on the doctor's advice
    because summers are too hot
    after a long talk at home
    since a friend suggested it
    and that has never changed
    and means to go on this year
    even when it rains
    and bought new gear for it
    to the envy of the office
    which the doctor approves of
    because it is said to be healthy
    and the children are delighted
    above all in winter
    and keeps a diary of it
    as in the old house
    having learnt it on a trip
    and will tell the others tomorrow
    with a great deal of effort
    as mentioned at the last party
    and is happier than before
    to save money
    to stay healthy
    a habit from student days
    with a little help from friends
    except on Wednesdays
    but only on sunny days
    until the end of the year
    after reading about it
    with the family's blessing
    with the odd lazy day
    under a patient teacher
    after weeks of looking around
    and the boss has been told
    and only just remembered it
    and takes it very seriously
    which matters a lot`)
}

/** How many different sentences there are. */
export const SENTENCES = 2 * 40 * 40 * 40

const half = (number: number): { words: Words; rest: number } => ({
  words: number % 2 === 0 ? chinese : english,
  rest: Math.floor(number / 2)
})

/** A number between 0 and 63,999 scattered over the same range: the factor has no divisor in common with it. */
const scatter = (rest: number): number => (rest * 27_011 + 4_001) % 64_000

function at<T>(list: readonly T[], index: number): T {
  const found = list[index % list.length]
  if (found === undefined) throw new RangeError('an empty list')
  return found
}

/** The sentence of this number; even ones are Chinese. Numbers below `SENTENCES` give different sentences. */
export function sentence(number: number): string {
  const { words, rest } = half(number)
  const place = scatter(rest)
  const gap = words === chinese ? '' : ' '
  const person = at(words.people, place)
  const matter = at(words.matters, Math.floor(place / 40))
  const detail = at(words.details, Math.floor(place / 1_600))
  return `${person}${gap}${matter.says}${gap}${detail}`
}

/** A question about a sentence; even ones are Chinese. There are 3,200 different ones. */
export function question(number: number): string {
  const { words, rest } = half(number)
  const place = scatter(rest)
  const person = at(words.people, place)
  const { asks } = at(words.matters, Math.floor(place / 40))
  return words === chinese ? `${person}${asks}？` : `${person}: ${asks}?`
}
