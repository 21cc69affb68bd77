import type { ListEntry, Lists } from '#server/domain/terms/question.ts'
import type { Language } from '#server/kernel/languages.ts'
import { fullName, plainName } from '#server/kernel/names.ts'
import { distance } from '#server/kernel/nearest.mjs'
import { entriesOf, listsOf, namesOf } from './lists.ts'

/** Finds the entry whose name is spelled so, or nearly so. */
type Finder = (name: string) => ListEntry | null | undefined

/** A word that is shorter could become another word by one letter. */
const leastForgiving = 6
const mostForgiven = 2

const wordsIn = (name: string): readonly string[] => plainName(name).split(' ')

/** Are these the same words, but for a letter in one or two long ones? "Tukdoji" is "Tukadoji", "Goa" is not "Gya". */
function isSlip(one: readonly string[], other: readonly string[]): boolean {
  if (one.length !== other.length) return false
  const differing = one.flatMap((word, place) => (word === other[place] ? [] : [[word, other[place]!] as const]))
  return (
    differing.length <= mostForgiven &&
    differing.every(([a, b]) => Math.min(a.length, b.length) >= leastForgiving && distance(a, b) <= 1)
  )
}

/** A name without the place at its end: "Shivaji University, Kolhapur". */
const withoutPlace = (name: string): string => name.replace(/,[^,]*$/, '')

type NamedList = 'universities' | 'courses'

/**
 * By a name in full; else, for a university, by one that has its place where the other has not; else with a letter
 * wrong. A name that several entries have finds none.
 */
function finderOf(entries: readonly ListEntry[], list: NamedList): Finder {
  const inFull = new Map<string, ListEntry | null>()
  const placeless = new Map<string, ListEntry | null>()
  const add = (names: Map<string, ListEntry | null>, name: string, entry: ListEntry) => {
    const key = fullName(name)
    names.set(key, !names.has(key) || names.get(key) === entry ? entry : null)
  }
  const short = list === 'universities' ? withoutPlace : (name: string) => name
  for (const entry of entries) {
    for (const name of namesOf(entry)) add(inFull, name, entry)
    add(placeless, short(entry.en), entry)
  }
  const spelled = entries.map((entry) => ({ entry, names: [entry.en, short(entry.en)].map(wordsIn) }))
  const nearly = (name: string): ListEntry | undefined => {
    const words = wordsIn(name)
    const [found, ...others] = spelled.filter(({ names }) => names.some((one) => isSlip(words, one)))
    return others.length ? undefined : found?.entry
  }
  const known = new Map<string, ListEntry | null | undefined>()
  return (name) => {
    if (known.has(name)) return known.get(name)
    const full = fullName(name)
    const found = inFull.get(full) ?? placeless.get(full) ?? inFull.get(fullName(short(name))) ?? nearly(name)
    if (known.size >= mostKnown) known.clear()
    known.set(name, found)
    return found
  }
}

/** The most names whose entry is remembered: a State has fewer institutes, courses and universities. */
const mostKnown = 10_000

const finders = new WeakMap<readonly ListEntry[], Finder>()
function finderIn(entries: readonly ListEntry[], list: NamedList): Finder {
  const known = finders.get(entries) ?? finderOf(entries, list)
  finders.set(entries, known)
  return known
}

/** The entry of a course or a university; one that the cell has ended keeps its name as shipped. */
function entryOf(name: string, lists: Lists): ListEntry | undefined {
  for (const list of ['universities', 'courses'] as const) {
    const found = finderIn(lists.entries(list), list)(name) ?? finderIn(entriesOf(list), list)(name)
    if (found) return found
  }
  return undefined
}

/**
 * Says the names of institutes, courses and universities, which the seat matrix has in English, in a language. A name
 * for which the portal has no Marathi one stays as it is. Source: rules §8.20.
 */
export function namesIn(
  language: Language,
  portal: { lists?: Lists },
): <Name extends string | null | undefined>(name: Name) => Name {
  if (language === 'en') return (name) => name
  const lists = listsOf(portal)
  const institutes = lists.institutes?.()
  return (name) =>
    name ? ((institutes?.get(plainName(name)) ?? entryOf(name, lists)?.mr ?? name) as typeof name) : name
}

/** One such name in a language. */
export const nameIn = (name: string, language: Language, portal: { lists?: Lists }): string =>
  namesIn(language, portal)(name)

/** A row with the names of its institute and its course in a language. */
export function placeIn<Place extends { institute: string | null; course: string | null }>(
  place: Place,
  language: Language,
  portal: { lists?: Lists },
): Place {
  const named = namesIn(language, portal)
  return { ...place, institute: named(place.institute), course: named(place.course) }
}

/** All names of an institute, a course or a university of the seat matrix, the given one first. */
export function allNames(name: string, portal: { lists?: Lists }): readonly string[] {
  const lists = listsOf(portal)
  const own = lists.institutes?.().get(plainName(name))
  const entry = entryOf(name, lists)
  return [name, ...(own === undefined ? [] : [own]), ...(entry ? namesOf(entry) : [])]
}
