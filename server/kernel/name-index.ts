import { foldedPieces, foldedWords } from './folded'
import { isInitial, joinedAt } from './names'

/** The pieces with initials that follow one another as one: `a`, `b`, `patil` → [`a`, `b`], [`patil`]. */
function unitsOf(pieces: readonly string[]): string[][] {
  const units: string[][] = []
  for (const [place, piece] of pieces.entries()) {
    const isOfRun = isInitial(piece) && place > 0 && isInitial(pieces[place - 1]!)
    if (isOfRun) units[units.length - 1]!.push(piece)
    else units.push([piece])
  }
  return units
}

/**
 * What the full-text tables hold of a name: its words, and those that people also write as one: each with its neighbour
 * (`Mac Donald`), the parts around an apostrophe, a hyphen or a full stop (`D’Souza`, `Al-Khan`), and initials (`A.B.`).
 */
export function indexedName(name: string): string {
  const pieces = foldedPieces(name)
  const units = unitsOf(pieces).map((unit) => unit.join(''))
  const wholes = foldedWords(name).map((word) => foldedPieces(word).join(''))
  const pairs = units.flatMap((_, place) => joinedAt(units, place))
  return [...new Set([...pieces, ...units, ...wholes, ...pairs])].filter(Boolean).join(' ')
}

/**
 * The full-text query for a name with all of these words, in any order: each as the beginning of a word, alone or joined
 * with its neighbour; a single letter is a whole word. Only letters, marks and digits get in, so that nothing typed works
 * as an operator. `column`: the one that holds the name, if the table has several.
 */
export function nameQuery(words: readonly string[], column?: string): string {
  const said = (word: string) => `"${word}"${word.length > 1 ? ' *' : ''}`
  const units = unitsOf(words.flatMap(foldedPieces))
  const joined = units.map((unit) => unit.join(''))
  const terms = units.map((unit, place) => {
    const apart = unit.map(said).join(' AND ')
    const together = [...(unit.length > 1 ? [joined[place]!] : []), ...joinedAt(joined, place)]
    return `(${[`(${apart})`, ...together.map(said)].join(' OR ')})`
  })
  const all = terms.join(' AND ')
  return column === undefined || all === '' ? all : `${column} : (${all})`
}
