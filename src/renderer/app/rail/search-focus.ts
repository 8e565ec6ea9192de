export const SEARCH_ID = 'rail-search'

function take(): boolean {
  const field = document.getElementById(SEARCH_ID)
  if (!(field instanceof HTMLInputElement)) return false
  field.focus()
  field.select()
  return true
}

/** Puts the caret into the rail's search field: at once where it is shown, else as soon as the rail has opened. */
export function focusSearch(): void {
  if (!take()) requestAnimationFrame(take)
}
