import { folded } from '#server/kernel/folded.ts'

/** Something with names: those of its own, and others by which people also know it. */
type Names = { own: readonly string[]; other?: readonly string[] }

/** Names for comparison: folded, without punctuation. */
export const plainName = (name: string): string =>
  folded(name)
    .replace(/['’]/g, '')
    .replace(/&/g, ' and ')
    .replace(/[\s.,()/-]+/g, ' ')
    .trim()

/** Words that mean the same in a name, with the one that stands for all. */
const sameWord: Readonly<Record<string, string>> = {
  ...of('university', 'univ', 'uni', 'vidyapeeth', 'vidyapith', 'vidyapeet', 'vishwavidyalaya'),
  ...of('board', 'bord', 'mandal'),
  ...of('विद्यापीठ', 'विश्वविद्यालय', 'युनिव्हर्सिटी', 'युनिवर्सिटी', 'यूनिवर्सिटी'),
  ...of('मंडळ', 'बोर्ड', 'मंडल'),
}

function of(word: string, ...others: readonly string[]): Record<string, string> {
  return Object.fromEntries(others.map((other) => [other, word]))
}

const wordsOf = (name: string): string[] =>
  plainName(name)
    .split(' ')
    .map((word) => sameWord[word] ?? word)

/** A name in full, whichever way it is written: "University of Poona", "Poona Univ." and "POONA UNIVERSITY" are one. */
export const fullName = (name: string): string =>
  wordsOf(name)
    .join(' ')
    .replace(/^the /, '')
    .replace(/^university of (?:the )?(.+)$/, '$1 university')
    .replace(/ /g, '')

const fullNames = new Map<string, string>()
/** The same for the name of an entry: these are few, and every keystroke compares them all. */
function entryName(name: string): string {
  const known = fullNames.get(name)
  if (known !== undefined) return known
  const full = fullName(name)
  fullNames.set(name, full)
  return full
}

/** Words that many names have; beside another word they tell nothing. */
const common = new Set(
  'of the and university board division state ssc hsc msbshse विद्यापीठ मंडळ विभाग राज्य व आणि एसएससी एचएससी'.split(' '),
)

/** A shorter part of a name would find an entry by accident. */
const leastPart = 3

const only = <T>(found: readonly T[]): T | undefined => (found.length === 1 ? found[0] : undefined)

/**
 * The entry that a person means: by a name of its own in full, by another name in full, or, where a `part` is enough, by
 * words of which each begins a word of its names. Undefined if several are meant alike.
 */
export function entryNamed<T>(
  typed: string,
  entries: readonly T[],
  namesOf: (entry: T) => Names,
  part: 'part' | 'in-full' = 'part',
): T | undefined {
  const wanted = fullName(typed)
  if (wanted === '') return undefined
  for (const kind of ['own', 'other'] as const) {
    const found = entries.filter((entry) => namesOf(entry)[kind]?.some((name) => entryName(name) === wanted))
    if (found.length) return only(found)
  }
  const words = wordsOf(typed)
  const telling = words.filter((word) => !common.has(word))
  const sought = telling.length ? telling : words
  if (part === 'in-full' || sought.join('').length < leastPart) return undefined
  return only(
    entries.filter((entry) => {
      const { own, other = [] } = namesOf(entry)
      const said = [...own, ...other].flatMap(wordsOf)
      return sought.every((word) => said.some((one) => one.startsWith(word)))
    }),
  )
}
