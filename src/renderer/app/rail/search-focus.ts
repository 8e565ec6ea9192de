export const SEARCH_ID = 'rail-search'

/** Puts the caret into the rail's search field once it is shown. */
export function focusSearch(): void {
  requestAnimationFrame(() => {
    const field = document.getElementById(SEARCH_ID)
    field?.focus()
    if (field instanceof HTMLInputElement) field.select()
  })
}
