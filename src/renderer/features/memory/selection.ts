/** Ids that are ticked, in no order. */
export type Selection = ReadonlySet<string>

export const nothingSelected: Selection = new Set()

export function toggled(selection: Selection, id: string): Selection {
  const next = new Set(selection)
  if (!next.delete(id)) next.add(id)
  return next
}

/**
 * Ticks everything between the last ticked row and this one, both included, as a shift-click means it.
 * Without a last row, or when it is no longer shown, only this one is ticked.
 */
export function extended(selection: Selection, shown: readonly string[], from: string | null, to: string): Selection {
  const start = from === null ? -1 : shown.indexOf(from)
  const end = shown.indexOf(to)
  if (start === -1 || end === -1) return new Set(selection).add(to)
  return new Set([...selection, ...shown.slice(Math.min(start, end), Math.max(start, end) + 1)])
}

/** What is left of a selection when the list changes: nothing that cannot be seen stays ticked. */
export function stillShown(selection: Selection, shown: readonly string[]): Selection {
  if (selection.size === 0) return selection
  const next = new Set(shown.filter((id) => selection.has(id)))
  return next.size === selection.size ? selection : next
}
