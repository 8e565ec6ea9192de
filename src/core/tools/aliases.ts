/**
 * Names that models give to arguments instead of the real ones. One table for all tools: an alias counts only for a tool that has the
 * real name, and only while the real name is absent. Case, `_`, `-` and spaces make no difference.
 */
const ALIASES: Readonly<Record<string, readonly string[]>> = {
  fact: [
    'user_fact',
    'preference',
    'user_preference',
    'content',
    'text',
    'memory',
    'information',
    'info',
    'statement',
    'note',
    '事实',
    '内容'
  ],
  query: ['question', 'keyword', 'keywords', 'q', 'search', 'search_query', 'search_term', 'text', 'content', 'topic', '问题', '关键词'],
  expr: ['expression', 'formula', 'equation', 'calculation', 'input', 'math', 'query', 'text', '算式', '表达式'],
  place: ['city', 'city_name', 'location', 'name', 'place_name', 'address', 'town', 'region', 'query', '城市', '地点'],
  call_id: ['id', 'tool_call_id', 'call', 'result_id'],
  offset: ['start', 'from', 'position', 'begin', 'skip'],
  latitude: ['lat', '纬度'],
  longitude: ['lon', 'lng', 'long', '经度'],
  limit: ['k', 'top_k', 'n', 'count', 'max', 'max_results', 'num_results', '数量']
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[_\-\s]/g, '')
}

export interface Repair {
  readonly from: string
  readonly to: string
}

export interface RepairedArguments {
  readonly args: ReadonlyMap<string, unknown>
  readonly repairs: readonly Repair[]
  /** Names that the tool does not know. */
  readonly unknown: readonly string[]
}

/** Given names as real ones. @param names the tool's own argument names. */
export function repairNames(given: Readonly<Record<string, unknown>>, names: readonly string[]): RepairedArguments {
  const left = new Map(Object.entries(given))
  const args = new Map<string, unknown>()
  const repairs: Repair[] = []
  for (const name of names) {
    if (!left.has(name)) continue
    args.set(name, left.get(name))
    left.delete(name)
  }
  for (const name of names) {
    // Null means "not given": a real value under another name is better.
    if (args.has(name) && args.get(name) !== null) continue
    const accepted = [name, ...(Object.hasOwn(ALIASES, name) ? (ALIASES[name] ?? []) : [])].map(plain)
    const from = accepted.flatMap((alias) => [...left.keys()].filter((key) => plain(key) === alias))[0]
    if (from === undefined) continue
    args.set(name, left.get(from))
    left.delete(from)
    repairs.push({ from, to: name })
  }
  return { args, repairs, unknown: [...left.keys()] }
}
