/** A telephone number as it is read, and as a telephone calls it. */
type Telephone = { text: string; href: string }

/** Digits that a number has at least; fewer replace the end of the number before: `2550 6970/71`. */
const fewestDigits = 6

/** The numbers in a telephone field of an office, each for a link of its own. An extension is dialled by hand. */
export function telephonesOf(field: string): Telephone[] {
  const found: Telephone[] = []
  const parts = field
    .replace(/(\d{10}) +(?=\+?\d{10})/g, '$1,')
    .replace(/(\d) +(?=\+)/g, '$1,')
    .split(/[,/]/)
  for (const part of parts) {
    const written = part.trim()
    const length = dialled(written).length
    if (length === 0) continue
    const before = found[found.length - 1]
    const text = before && length < fewestDigits ? `${before.text.slice(0, -written.length)}${written}` : written
    found.push({ text, href: `tel:${dialled(text)}` })
  }
  return found
}

const dialled = (text: string): string => text.replace(/ ?(?:ext|extn|x)\.? ?\d+$/i, '').replace(/(?!^\+)\D/g, '')
