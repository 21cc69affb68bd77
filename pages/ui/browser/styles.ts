const isLinked = (href: string) =>
  Array.from(document.querySelectorAll('link')).some(
    (link) => link.rel === 'stylesheet' && link.getAttribute('href') === href,
  )

/** Adds the style sheet of this address unless the page has it, and waits until it is there or out of reach. */
export function loadStyles(href: string): Promise<void> | undefined {
  if (isLinked(href)) return
  return new Promise((done) => {
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.href = href
    link.onload = link.onerror = () => done()
    document.head.append(link)
  })
}
