/** An object or a list that is being read; `names` are those of an object so far, `name` the one that was read last. */
type Open = { names: Set<string> | null; name: string; place: number; isNameNext: boolean }

/**
 * The JSON path of the first name that stands twice in one object, or null. Readers differ in which of the two they take,
 * so that what one of them checks need not be what another one sees. `text`: JSON that `JSON.parse` has read.
 */
export function repeatedName(text: string): string | null {
  const open: Open[] = []
  for (let at = 0; at < text.length; at++) {
    const inner = open[open.length - 1]
    switch (text[at]) {
      case '{':
        open.push({ names: new Set(), name: '', place: 0, isNameNext: true })
        break
      case '[':
        open.push({ names: null, name: '', place: 0, isNameNext: false })
        break
      case '}':
      case ']':
        open.pop()
        break
      case ',':
        inner!.place++
        inner!.isNameNext = inner!.names !== null
        break
      case '"': {
        const end = endOfString(text, at)
        if (inner?.isNameNext) {
          inner.name = JSON.parse(text.slice(at, end + 1)) as string
          inner.isNameNext = false
          if (inner.names!.has(inner.name)) return pathOf(open)
          inner.names!.add(inner.name)
        }
        at = end
      }
    }
  }
  return null
}

/** Where the string that begins at `start` has its closing quotation mark. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); ; end = text.indexOf('"', end + 1)) {
    let escapes = 0
    while (text[end - 1 - escapes] === '\\') escapes++
    if (escapes % 2 === 0) return end
  }
}

const pathOf = (open: readonly Open[]): string =>
  `$${open.map(({ names, name, place }) => (names ? `.${name}` : `[${place}]`)).join('')}`
