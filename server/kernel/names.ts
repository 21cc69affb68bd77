import { folded } from './folded'
import { roughSound } from './sounds'

/** Something with names: those of its own, and others by which people also know it. */
export type Names = { own: readonly string[]; other?: readonly string[] }

/** Names for comparison: folded, without punctuation. */
export const plainName = (name: string): string =>
  folded(name)
    .replace(/['’]/g, '')
    .replace(/&/g, ' and ')
    .replace(/[\s.,:;()[\]/_-]+/g, ' ')
    .trim()

/** Words that mean the same in a name, with the one that stands for all: short forms, and former names of towns. */
const sameWord: ReadonlyMap<string, string> = new Map([
  ...of('university', 'univ', 'uni', 'vidyapeeth', 'vidyapith', 'vidyapeet', 'vishwavidyalaya'),
  ...of('board', 'bord', 'mandal'),
  ...of('college', 'coll', 'clg', 'mahavidyalaya'),
  ...of('institute', 'inst', 'instt'),
  ...of('management', 'mgmt', 'mgt'),
  ...of('engineering', 'engg', 'engr'),
  ...of('technology', 'tech'),
  ...of('government', 'govt'),
  ...of('doctor', 'dr'),
  ...of('pune', 'poona', 'puna'),
  ...of('mumbai', 'bombay'),
  ...of('nashik', 'nasik'),
  ...of('solapur', 'sholapur'),
  ...of('विद्यापीठ', 'विश्वविद्यालय', 'युनिव्हर्सिटी', 'युनिवर्सिटी', 'यूनिवर्सिटी'),
  ...of('मंडळ', 'बोर्ड', 'मंडल'),
  ...of('महाविद्यालय', 'कॉलेज'),
  ...of('संस्था', 'इन्स्टिट्यूट', 'इन्स्टिट्युट'),
  ...of('डॉक्टर', 'डॉ'),
  ...of('पुणे', 'पूना', 'पुना'),
  ...of('मुंबई', 'बॉम्बे', 'बंबई', 'बम्बई'),
  ...of('नाशिक', 'नासिक'),
  ...of('सोलापूर', 'शोलापूर'),
])

function of(word: string, ...others: readonly string[]): [string, string][] {
  return others.map((other) => [folded(other), folded(word)])
}

/** Letters of the Latin alphabet as Marathi writes them. */
const letterNames = new Set(
  'ए बी सी डी ई एफ जी एच आय जे के एल एम एन ओ पी क्यू आर एस टी यू व्ही डब्ल्यू एक्स वाय झेड'.split(' ').map(folded),
)
export const isInitial = (word: string): boolean => /^[a-z]$/.test(word) || letterNames.has(word)

/** The words of a name. Initials that follow one another are one: "S.P.P.U." is "sppu". */
function writtenWords(name: string): string[] {
  const words: string[] = []
  let isOpen = false
  for (const word of plainName(name).split(' ')) {
    const isLetter = isInitial(word)
    if (isLetter && isOpen) words[words.length - 1] += word
    else words.push(word)
    isOpen = isLetter
  }
  return words
}

const wordsOf = (name: string): string[] => writtenWords(name).map((word) => sameWord.get(word) ?? word)

/** A name in full, whichever way it is written: "University of Poona", "Poona Univ." and "PUNE UNIVERSITY" are one. */
export const fullName = (name: string): string =>
  wordsOf(name)
    .join(' ')
    .replace(/^the /, '')
    .replace(/^university of (?:the )?(.+)$/, '$1 university')
    .replace(/ /g, '')

const kept = new Map<string, string>()
/** The same for the name of an entry: these are few, and every keystroke compares them all. */
function entryName(name: string): string {
  const known = kept.get(name)
  if (known !== undefined) return known
  const full = fullName(name)
  kept.set(name, full)
  return full
}

/** Words that many names have; beside another word they tell nothing. */
const common = new Set(
  'of the and university board division state ssc hsc msbshse विद्यापीठ मंडळ विभाग राज्य व आणि एसएससी एचएससी'
    .split(' ')
    .map(folded),
)
/** What tells a name from others: "University of Mumbai" is "mumbai". A name of common words only keeps them all. */
function tellingWords(name: string): string[] {
  const words = wordsOf(name)
  const telling = words.filter((word) => !common.has(word))
  return telling.length ? telling : words
}

/** A shorter part of a name would find an entry by accident. */
const leastPart = 3

const only = <T>(found: readonly T[]): T | undefined => (found.length === 1 ? found[0] : undefined)

/**
 * The entry that a person means: by a name of its own in full, by another name in full, or, where a `part` is enough, by
 * all that tells one of its names from others ("Pune" for "Pune University"), or by words of which each begins a word of
 * its names. Undefined if several are meant alike.
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
  const sought = tellingWords(typed)
  if (part === 'in-full' || sought.join('').length < leastPart) return undefined
  const all = entries.map((entry) => {
    const { own, other = [] } = namesOf(entry)
    return { entry, names: [...own, ...other] }
  })
  const isBare = wordsOf(typed).length === sought.length
  const telling = all.filter(({ names }) => isBare && names.some((name) => tellingWords(name).join() === sought.join()))
  if (telling.length) return only(telling)?.entry
  return only(
    all.filter(({ names }) => {
      const said = names.flatMap(wordsOf)
      return sought.every((word) => said.some((one) => one.startsWith(word)))
    }),
  )?.entry
}

/**
 * The one entry that a word of what was typed names by itself, such as CBSE in "CBSE Nagpur"; undefined if the words name
 * several, or none.
 */
export function entryOfOneWord<T>(typed: string, entries: readonly T[], namesOf: (entry: T) => Names): T | undefined {
  const words = new Set(writtenWords(typed).filter((word) => word.length >= leastPart && !common.has(word)))
  return only(
    entries.filter((entry) => {
      const { own, other = [] } = namesOf(entry)
      return [...own, ...other].some((name) => words.has(plainName(name)))
    }),
  )
}

/** The initials of a name's words, as people shorten it: "Master of Business Administration (2 years)" is "mba". */
export function initialsOf(name: string): string {
  const words = name.replace(/\(.*/, '').match(/\p{Lu}\p{L}*/gu) ?? []
  return words.length > 2 ? words.map((word) => word[0]).join('') : ''
}

/** Words around a place that its name may lack: "Pune city", "near Nashik", "पुणे जिल्हा". */
const aroundPlaces = new Set('in at near city town district taluka जिल्हा शहर तालुका जवळ'.split(' ').map(folded))

/** Case endings of Marathi: "पुण्यातील" and "नाशिकमध्ये" are about पुणे and नाशिक. Of the oblique form, the part that stays. */
const endings = new RegExp(
  `(?:${['तील', 'मधील', 'मध्ये', 'च्या', 'ची', 'चे', 'चा', 'हून', 'ला', 'त'].map(folded).join('|')})$`,
)
const oblique = new RegExp(`(?:${['्या', 'ा'].map(folded).join('|')})$`)
const leastStem = 2
function stemOf(word: string): string | null {
  const bare = word.replace(endings, '')
  if (bare === word) return null
  const stem = bare.replace(oblique, '')
  return stem.length >= leastStem ? stem : null
}

/** What names say to a search: each word as it is written, its other form, and the initials of each name. */
export function saidBy(...names: readonly string[]): string {
  const words = names.flatMap((name) => [...writtenWords(name), ...wordsOf(name), folded(initialsOf(name))])
  return [...new Set(words)].join(' ')
}

const heard = new Map<string, string>()
const mostHeard = 3000
/** The words of a text by their sounds, with a space around each: texts of a list are compared at every key. */
function heardIn(said: string): string {
  const known = heard.get(said)
  if (known !== undefined) return known
  const sounds = ` ${roughSound(said)} `
  if (heard.size >= mostHeard) heard.clear()
  heard.set(said, sounds)
  return sounds
}

/** A shorter sound has to be a whole word; the shortest say nothing. */
const leastSound = { part: 4, word: 3 }
const isHeard = (said: string, sound: string): boolean =>
  sound.length >= leastSound.word &&
  heardIn(said).includes(sound.length >= leastSound.part ? ` ${sound}` : ` ${sound} `)

/** A word with its neighbour in one: people write "Mac Donald" and "Al Khan" both ways. */
export const joinedAt = (words: readonly string[], place: number): string[] => [
  ...(place > 0 ? [words[place - 1]! + words[place]!] : []),
  ...(place + 1 < words.length ? [words[place]! + words[place + 1]!] : []),
]

/** Does a text say in two words what was typed as one ("alkhan")? The first is a whole word, the second may be begun. */
const saysInTwo = (said: string, typed: string): boolean =>
  [...typed].some((_, place) => place > 0 && ` ${said}`.includes(` ${typed.slice(0, place)} ${typed.slice(place)}`))

/**
 * The one way in which texts are searched: does a text, given as `saidBy` returns it, say every word that was typed, as a
 * part of a word, by a word that means the same, without its case ending, joined with its neighbour or in two words, or by
 * a word that begins as it sounds ("latoor")? A word around a place, beside others, need not be said. Nothing typed is found everywhere. `by`: a word that only begins
 * so counts, "mba" not in "mumbai".
 */
export function seek(typed: string, by: 'part' | 'beginning' = 'part'): (said: string) => boolean {
  const all = writtenWords(typed).filter(Boolean)
  const telling = all.filter((word) => !aroundPlaces.has(word))
  const sought = telling.length ? telling : all
  const words = sought.map((word, place) =>
    [word, sameWord.get(word), stemOf(word), ...joinedAt(sought, place)].filter((form) => form != null),
  )
  const sounds = words.map((forms) => forms.map(roughSound))
  const before = by === 'beginning' ? ' ' : ''
  return (said) =>
    words.every(
      (forms, place) =>
        forms.some((form) => (before + said).includes(before + form)) ||
        saysInTwo(said, sought[place]!) ||
        sounds[place]!.some((sound) => isHeard(said, sound)),
    )
}
