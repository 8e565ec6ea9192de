/** Questions that ask for an attribute with other words than the answer uses. Data: a question's pattern and the words of its answers. */
const CONCEPTS: readonly { readonly asks: RegExp; readonly words: readonly string[]; readonly chars: readonly string[] }[] = [
  {
    asks: /叫什么|名字|姓名|称呼|我是谁|\bname\b|who am i|call me/u,
    words: ['名字', '姓名', '名叫', 'name', 'called'],
    chars: ['叫', '名']
  },
  {
    asks: /住在?哪|住址|家在哪|哪里人|哪个城市|where (do|did) i live|my home|my city/u,
    words: ['住在', '居住', '搬到', '老家', 'live', 'moved'],
    chars: ['住', '搬']
  },
  { asks: /工作|职业|做什么的|上班|what do i do|my job|for a living/u, words: ['工作', '职业', '公司', '上班', 'work', 'job'], chars: [] },
  { asks: /生日|几岁|多大|年龄|birthday|how old/u, words: ['生日', '出生', '年龄', 'birthday', 'born', 'old'], chars: ['岁'] },
  { asks: /过敏|忌口|不能吃|allerg/u, words: ['过敏', '忌口', 'allergic', 'allergy'], chars: [] }
]

/** Further terms for a normalised query. */
export function relatedTerms(normalQuery: string): { readonly words: readonly string[]; readonly chars: readonly string[] } {
  const found = CONCEPTS.filter((concept) => concept.asks.test(normalQuery))
  return { words: found.flatMap((concept) => concept.words), chars: found.flatMap((concept) => concept.chars) }
}
