import { endsInFence, endsInMath } from './blocks.ts'

const PARTIAL_FENCE = /(^|\n) {0,3}(?:`{1,2}|~{1,2}|`{3,}[^\n`]*)$/u
const PARTIAL_RULE = /\n[ \t]*(?:[-=*_]{1,2}|[-=]+|[-+*]|\d{1,9}[.)]?)[ \t]*$/u
const PARTIAL_LINK = /!?\[[^\]\n]*(?:\](?:\([^)\n]*)?)?$/u

function withoutPartialTable(text: string): string {
  const at = text.lastIndexOf('\n\n')
  const tail = text.slice(at < 0 ? 0 : at + 2)
  if (!tail.startsWith('|')) return text
  const [, second, third] = tail.split('\n')
  const ruled = second !== undefined && third !== undefined && /^[|:\-\s]+$/u.test(second)
  return ruled ? text : text.slice(0, text.length - tail.length)
}

/** Takes out what cannot be told yet and closes what is open, in the last line of prose. */
function healInline(line: string): string {
  const ticks = line.match(/`/gu)?.length ?? 0
  if (ticks % 2 === 1) return line.endsWith('`') ? line.slice(0, -1) : `${line}\``
  const plain = line.replace(PARTIAL_LINK, (link) => (link.startsWith('!') ? '' : (/^\[([^\]]*)/u.exec(link)?.[1] ?? '')))
  const bare = plain.replace(/(?:\*{1,3}|~{1,2}|_{1,2})$/u, (mark) =>
    /\S$/u.test(plain.slice(0, -mark.length)) && closes(plain, mark) ? mark : ''
  )
  const bold = bare.match(/\*\*/gu)?.length ?? 0
  const struck = bare.match(/~~/gu)?.length ?? 0
  return `${bare.trimEnd()}${bold % 2 === 1 ? '**' : ''}${struck % 2 === 1 ? '~~' : ''}`
}

function closes(text: string, mark: string): boolean {
  return text.split(mark).length % 2 === 1
}

/**
 * The tail of a growing answer in a form that does not flicker: half a fence, a lone list mark, an unfinished link, table head or formula
 * waits until it can be told what it is; open emphasis and code are closed for now. Only for text that still grows.
 */
export function healTail(text: string): string {
  if (endsInFence(text)) {
    const started = PARTIAL_FENCE.exec(text)
    return started === null ? text : text.slice(0, started.index)
  }
  if (endsInMath(text)) return text.slice(0, text.lastIndexOf('$$'))
  const settled = withoutPartialTable(text.replace(PARTIAL_FENCE, '').replace(PARTIAL_RULE, ''))
  const at = settled.lastIndexOf('\n') + 1
  return `${settled.slice(0, at)}${healInline(settled.slice(at))}`
}
