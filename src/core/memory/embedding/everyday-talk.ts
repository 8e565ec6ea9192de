/**
 * What people say about themselves and their days, of nobody in particular. Sentences of one language have nothing to do with each other;
 * those of equal place say the same in both.
 */
export const everydayTalk: Readonly<Record<'cjk' | 'latin', readonly string[]>> = {
  cjk: [
    '我每天早上去公园跑步',
    '她的猫叫年糕',
    '会议改到星期三下午',
    '我对花生过敏',
    '服务器搬到了新的机房',
    '他在学弹钢琴',
    '爸爸的生日是八月十六',
    '我更喜欢看纸质书',
    '高铁票已经卖完了',
    '这道菜放了太多盐',
    '我们决定用另一种数据库',
    '妹妹读大学三年级',
    '我住在海边的小城',
    '我在医院做护士',
    '我喜欢安静的颜色',
    '我们周末去爬山',
    '我说三种语言',
    '我不吃辣',
    '我打算明年换工作',
    '我的电脑是旧的',
    '邻居养了两条狗',
    '我习惯晚睡',
    '项目的截止日期是月底',
    '我戴眼镜'
  ],
  latin: [
    'I run in the park every morning',
    'her cat is called Biscuit',
    'the meeting moved to Wednesday afternoon',
    'I am allergic to peanuts',
    'the server stands in a new room',
    'he is learning the piano',
    'my father was born in August',
    'I prefer books made of paper',
    'the train is sold out',
    'there is too much salt in this dish',
    'we chose another database',
    'my sister is in her third year at university',
    'I live in a small town by the sea',
    'I work as a nurse in a hospital',
    'I like quiet colours',
    'we go hiking on weekends',
    'I speak three languages',
    'I do not eat spicy food',
    'I plan to change jobs next year',
    'my computer is old',
    'the neighbour keeps two dogs',
    'I usually stay up late',
    'the project is due at the end of the month',
    'I wear glasses'
  ]
}
