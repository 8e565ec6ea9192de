/** Text cut after so many characters, never inside one, with an ellipsis where something is missing. */
export function shortened(text: string, max: number): string {
  const line = text.length > max * 4 ? text.slice(0, max * 4) : text
  const characters = [...line]
  return characters.length <= max && line.length === text.length ? text : `${characters.slice(0, max).join('').trimEnd()}…`
}
