// What the screenshots tell: one invented person, in Chinese and in English. Answers stand for a model's and are sent by the scripted server.

const CODE_ZH = `可以用**生成器**，只在需要时才算下一个数：

\`\`\`python
def fibonacci():
    a, b = 0, 1
    while True:
        yield a
        a, b = b, a + b
\`\`\`

| 写法 | 内存 | 适合 |
| --- | --- | --- |
| 列表 | $O(n)$ | 需要反复查看 |
| 生成器 | $O(1)$ | 逐个使用 |

第 $n$ 项也可以直接写成

$$F_n = \\frac{\\varphi^n - (1 - \\varphi)^n}{\\sqrt{5}}$$

你平时主要写 Python 后端，日志分页这类场景用生成器就很合适。`

const CODE_EN = `A **generator** works out the next number only when it is needed:

\`\`\`python
def fibonacci():
    a, b = 0, 1
    while True:
        yield a
        a, b = b, a + b
\`\`\`

| way | memory | good for |
| --- | --- | --- |
| list | $O(n)$ | looking back often |
| generator | $O(1)$ | one after the other |

The $n$-th number can also be written directly:

$$F_n = \\frac{\\varphi^n - (1 - \\varphi)^n}{\\sqrt{5}}$$

As you mostly write Python on the back end, paging through logs is a good place for it.`

/** `days` is how long ago. A turn is what the person says and what the model does, one step per request. */
export const STORIES = {
  zh: {
    locale: 'zh-CN',
    question: '我喜欢什么颜色？',
    subject: '西湖',
    facts: [
      { text: '我叫小明，喜欢打篮球', category: 'context', key: 'name', days: 40, privacy: 'open' },
      { text: '在一家网店做后端', category: 'context', key: 'employer', days: 420, privacy: 'open' },
      { text: '在一家做日志系统的公司工作', category: 'context', key: 'employer', days: 190, privacy: 'open' },
      { text: '我喜欢绿色', category: 'preference', key: 'favourite_colour', days: 260, privacy: 'open' },
      { text: '我喜欢蓝色', category: 'preference', key: 'favourite_colour', days: 12, privacy: 'open', pinned: true },
      { text: '主要做 Python 后端开发', category: 'context', days: 30, privacy: 'open' },
      { text: '平时请用中文解释技术问题', category: 'preference', key: 'response_language', days: 28, privacy: 'open' },
      { text: '女儿今年上小学三年级', category: 'context', days: 21, privacy: 'ask' },
      { text: '对花生过敏', category: 'context', days: 20, privacy: 'ask' },
      { text: '工资卡尾号 4821', category: 'knowledge', days: 15, privacy: 'private' },
      { text: '正在系统学习 Agent 上下文工程', category: 'goal', days: 9, privacy: 'open' },
      { text: '咖啡只喝不加糖的', category: 'correction', days: 4, privacy: 'open' }
    ],
    days: [
      {
        ago: 3,
        conversations: [
          [{ say: '我喜欢爬山，我的自行车是红色的', steps: [{ text: '爬山和骑车都好，周末天气凉，正合适。' }] }],
          [
            {
              say: '我住在杭州，周末常去西湖边跑步',
              steps: [
                { call: 'save_preference', args: { fact: '我住在杭州，周末常去西湖边跑步' } },
                { text: '记下了。西湖边傍晚风大，跑完记得加件外套。' }
              ]
            },
            {
              say: '杭州今天要带伞吗？',
              steps: [{ call: 'get_weather', args: { place: '杭州' } }, { text: '要带。今天有小雨，降雨概率 **70%**，气温 8 到 14 度。' }]
            }
          ]
        ]
      },
      {
        ago: 1,
        conversations: [
          [
            {
              say: '生日快到了，送自己什么好？',
              steps: [{ text: '你喜欢蓝色，又常打篮球：一双蓝色的篮球鞋，或者一个好一点的护踝，都用得上。' }]
            },
            {
              say: '护踝 168 一个，买三个打九折，多少钱？',
              steps: [{ call: 'calculator', args: { expr: '168*3*0.9' } }, { text: '三个打九折是 **453.6 元**。' }]
            }
          ],
          [{ say: '工资卡 4821 是在哪个银行办的？', steps: [] }]
        ]
      },
      {
        ago: 0,
        conversations: [
          [
            {
              say: '我喜欢什么颜色？球衣想换个新的',
              steps: [{ text: '蓝色。以前是绿色，十一月里你改了主意：球衣就选深蓝吧，耐脏。' }]
            },
            {
              say: '用 Python 写斐波那契数列，怎么省内存？',
              steps: [{ reasoning: '他主要写后端，给生成器，再比较一下。', text: CODE_ZH }]
            },
            { say: '私密：今晚和老师谈女儿转学的事', steps: [] }
          ]
        ]
      }
    ]
  },
  en: {
    locale: 'en-GB',
    question: 'Which colour do I like?',
    subject: 'basketball',
    facts: [
      { text: 'My name is Ming and I play basketball', category: 'context', key: 'name', days: 40, privacy: 'open' },
      { text: 'I work for a web shop', category: 'context', key: 'employer', days: 420, privacy: 'open' },
      { text: 'I work for a company that makes a log system', category: 'context', key: 'employer', days: 190, privacy: 'open' },
      { text: 'I like green', category: 'preference', key: 'favourite_colour', days: 260, privacy: 'open' },
      { text: 'I like blue', category: 'preference', key: 'favourite_colour', days: 12, privacy: 'open', pinned: true },
      { text: 'I mostly write Python on the back end', category: 'context', days: 30, privacy: 'open' },
      { text: 'Short answers first, details when I ask', category: 'preference', key: 'answer_style', days: 28, privacy: 'open' },
      { text: 'My daughter is in third grade', category: 'context', days: 21, privacy: 'ask' },
      { text: 'I am allergic to peanuts', category: 'context', days: 20, privacy: 'ask' },
      { text: 'My bank card ends in 4821', category: 'knowledge', days: 15, privacy: 'private' },
      { text: 'Learning how agents manage their context', category: 'goal', days: 9, privacy: 'open' },
      { text: 'I take my coffee without sugar', category: 'correction', days: 4, privacy: 'open' }
    ],
    days: [
      {
        ago: 3,
        conversations: [
          [
            {
              say: 'I like hiking and my bike is red',
              steps: [{ text: 'Both are good this weekend: it stays cool and dry until Sunday.' }]
            }
          ],
          [
            {
              say: 'I live in London and run by the river on Sundays',
              steps: [
                { call: 'save_preference', args: { fact: 'I live in London and run by the river on Sundays' } },
                { text: 'Noted. It gets windy by the river in the evening; take a jacket for afterwards.' }
              ]
            },
            {
              say: 'Do I need an umbrella in London today?',
              steps: [
                { call: 'get_weather', args: { place: 'London' } },
                { text: 'Yes. Light rain, with a **70 %** chance, and 8 to 14 degrees.' }
              ]
            }
          ]
        ]
      },
      {
        ago: 1,
        conversations: [
          [
            {
              say: 'My birthday is soon. What should I give myself?',
              steps: [
                {
                  text: 'You like blue and you play basketball: a pair of blue basketball shoes, or a good ankle support, would both be used.'
                }
              ]
            },
            {
              say: 'An ankle support is 16.80, three with 10 % off: how much?',
              steps: [{ call: 'calculator', args: { expr: '16.8*3*0.9' } }, { text: 'Three with 10 % off are **45.36**.' }]
            }
          ],
          [{ say: 'Which bank is card 4821 from?', steps: [] }]
        ]
      },
      {
        ago: 0,
        conversations: [
          [
            {
              say: 'Which colour do I like? I need a new jersey',
              steps: [{ text: 'Blue. It used to be green, and you changed your mind in November: take a dark blue, it shows less dirt.' }]
            },
            {
              say: 'Fibonacci in Python: how do I save memory?',
              steps: [{ reasoning: 'Mostly a back-end developer: a generator, and a comparison.', text: CODE_EN }]
            },
            { say: 'private: talk to the teacher tonight about the new school', steps: [] }
          ]
        ]
      }
    ]
  }
}
