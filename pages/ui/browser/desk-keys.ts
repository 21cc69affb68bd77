// The key of the desk's search. It is a script of its own in the head of every page of the desk, so that the key works from the
// moment that the page can be seen; the page's own script takes over only later. It imports nothing, so that it waits for nothing.

/** Moves the focus into the search in the top bar. A small screen has no room for it: there, its page opens. */
function toSearch(): void {
  const input = document.querySelector<HTMLInputElement>('.desk-search input')
  if (!input) return
  const { pathname } = new URL(input.form!.action)
  if (input.checkVisibility?.() !== false) input.focus()
  else if (location.pathname !== pathname) location.assign(pathname)
  else document.querySelector<HTMLInputElement>('main [name=q]')?.focus()
}

document.addEventListener('keydown', (event) => {
  const isTyping = (event.target as Element).closest?.('input, textarea, select, [contenteditable]')
  if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return
  // A visitor's page has no such search: the key is the browser's.
  const isBuilding = document.readyState === 'loading'
  if (!isBuilding && !document.querySelector('.desk-search')) return
  event.preventDefault()
  // Not later than the parser's end: the next event waits for the page's script.
  if (isBuilding) document.addEventListener('readystatechange', toSearch, { once: true })
  else toSearch()
})

export {}
