/** What a message asks of memory before anything else happens. */
export type Command = { readonly kind: 'remember' | 'private'; readonly rest: string } | { readonly kind: 'none' }

/** Quotes and marks of Markdown that people and editors put in front of a command. */
const LEAD = '[\\s"\'“”‘’「『《*_~`>#-]*'
const WORD = new RegExp(`^${LEAD}(记住|記住|remember|私密|private)[\\s*_~\`]*[:∶][\\s*_~\`]*(?=\\S)`, 'iu')
/** Every way to write a colon that the compatibility form does not fold. */
const COLON = /[:：﹕∶︓]/u
const BEFORE_REST = /^[\s*_~`\p{Default_Ignorable_Code_Point}]+/u
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu

/** The command in front of a text, read generously: full-width letters, invisible characters and quotes do not hide it. */
function commandWord(text: string): 'remember' | 'private' | null {
  const head = text.slice(0, 200).replace(INVISIBLE, '').normalize('NFKC')
  const word = WORD.exec(head)?.[1]?.toLowerCase()
  if (word === undefined) return null
  return word === '私密' || word === 'private' ? 'private' : 'remember'
}

/**
 * 记住：/ remember: stores the rest as a fact; 私密：/ private: keeps the message here. When both stand in front, in whatever order, the stricter
 * one holds: what somebody wanted to keep here is never sent for a matter of spelling.
 */
export function parseCommand(text: string): Command {
  let rest = text
  let kind: Command['kind'] = 'none'
  for (let word = commandWord(rest); word !== null; word = commandWord(rest)) {
    if (kind !== 'private') kind = word
    rest = rest.slice(rest.search(COLON) + 1).replace(BEFORE_REST, '')
  }
  return kind === 'none' ? { kind } : { kind, rest: rest.trim() }
}
