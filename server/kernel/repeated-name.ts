/** An object or list being read; `names`: the names of an object so far; `name`: the last one read. */
type Open = { names: Set<string> | null; name: string; place: number; isNameNext: boolean }

/**
 * The JSON path of the first name that occurs twice in one object, or null. Parsers differ in which of the two they
 * keep, so one could check a different value than another uses. `text`: JSON that `JSON.parse` has accepted.
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

/** The position of the closing quotation mark of the string that begins at `start`. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); ; end = text.indexOf('"', end + 1)) {
    let escapes = 0
    while (text[end - 1 - escapes] === '\\') escapes++
    if (escapes % 2 === 0) return end
  }
}

const pathOf = (open: readonly Open[]): string =>
  `$${open.map(({ names, name, place }) => (names ? `.${name}` : `[${place}]`)).join('')}`
