/**
 * JSON text with line breaks and two-space indents and every other character as it was sent: numbers, escapes and the order of keys are not
 * touched, as parsing and writing it again would. Text that is not JSON comes back unchanged.
 */
export function prettyJson(text: string): string {
  if (!isJson(text)) return text
  let out = ''
  let depth = 0
  let index = 0
  const line = (): string => `\n${'  '.repeat(depth)}`
  while (index < text.length) {
    const char = text.charAt(index)
    if (char === '"') {
      const end = endOfString(text, index)
      out += text.slice(index, end)
      index = end
      continue
    }
    index += 1
    if (char === '{' || char === '[') {
      const closing = nextVisible(text, index)
      if (text.charAt(closing) === '}' || text.charAt(closing) === ']') {
        out += char + text.charAt(closing)
        index = closing + 1
        continue
      }
      depth += 1
      out += char + line()
    } else if (char === '}' || char === ']') {
      depth -= 1
      out += line() + char
    } else if (char === ',') out += char + line()
    else if (char === ':') out += ': '
    else if (!isSpace(char)) out += char
  }
  return out
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

const isSpace = (char: string): boolean => char === ' ' || char === '\n' || char === '\r' || char === '\t'

/** Index after the closing quote of the string that starts here. */
function endOfString(text: string, start: number): number {
  let index = start + 1
  while (index < text.length && text.charAt(index) !== '"') index += text.charAt(index) === '\\' ? 2 : 1
  return index + 1
}

function nextVisible(text: string, start: number): number {
  let index = start
  while (isSpace(text.charAt(index))) index += 1
  return index
}
