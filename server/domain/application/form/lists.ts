import { findState, states } from '#server/domain/terms/places.ts'
import type { ListEntry, ListName, Lists } from '#server/domain/terms/question.ts'
import type { Language } from '#server/kernel/languages.ts'
import { fullName, type Names } from '#server/kernel/names.ts'
import { namesWithin } from '#server/kernel/near-names.ts'
import castes from './lists/castes.json' with { type: 'json' }
import courses from './lists/courses.json' with { type: 'json' }
import diplomaBoards from './lists/diploma-boards.json' with { type: 'json' }
import disabilities from './lists/disabilities.json' with { type: 'json' }
import spoken from './lists/languages.json' with { type: 'json' }
import religions from './lists/religions.json' with { type: 'json' }
import schoolBoards from './lists/school-boards.json' with { type: 'json' }
import talukas from './lists/talukas.json' with { type: 'json' }
import universities from './lists/universities.json' with { type: 'json' }

/** Entries as the files hold them, by group: code → [English, Marathi, other names …]. The group `` means no group. */
type Compact = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>

const unfold = (groups: Compact): ListEntry[] =>
  Object.entries(groups).flatMap(([group, entries]) =>
    Object.entries(entries).map(([code, [en = '', mr = '', ...alsoKnownAs]]) => ({
      code,
      en,
      mr,
      ...(group && { group }),
      ...(alsoKnownAs.length && { alsoKnownAs }),
    })),
  )

const places = states.map(({ districts, ...state }) => state)
const districts = states.flatMap((state) => state.districts.map((district) => ({ ...district, group: state.code })))
const languages = unfold(spoken)
const professed = unfold(religions)

/** The communities that the State has notified as minorities; their seats are claimed by these codes. */
const notifiedReligions = ['muslim', 'buddhist', 'christian', 'sikh', 'jain', 'parsi']
const notifiedLanguages = ['gu', 'hi', 'ml', 'pa', 'sd', 'ta', 'te', 'ur', 'bn', 'kn']
const minority = (prefix: string, of: readonly ListEntry[], codes: readonly string[]) =>
  of.filter(({ code }) => codes.includes(code)).map((entry) => ({ ...entry, code: prefix + entry.code }))

/**
 * The shipped lists. Those in `lists/` were compiled by hand from general knowledge, not taken from official registers,
 * and the cell may change those in `cellLists`. Groups: talukas by district, castes by category, universities by kind, boards by state
 * (a national board has no group).
 */
const lists: Readonly<Record<ListName, readonly ListEntry[]>> = {
  states: places,
  districts,
  'maharashtra-districts': districts.filter(({ group }) => group === 'MH').map(({ group, ...district }) => district),
  talukas: unfold(talukas),
  'school-boards': unfold(schoolBoards),
  'diploma-boards': unfold(diplomaBoards),
  universities: unfold(universities),
  castes: unfold(castes),
  religions: professed,
  languages,
  disabilities: unfold(disabilities),
  'religious-minorities': minority('religion-', professed, notifiedReligions),
  'linguistic-minorities': minority('language-', languages, notifiedLanguages),
  courses: unfold(courses),
}

const byCode = new Map(
  Object.entries(lists).map(([name, entries]) => [name, new Map(entries.map((entry) => [entry.code, entry]))]),
)

/** A list's entries in display order; with `group` only those of that group. */
export const entriesOf = (list: ListName, group?: string): readonly ListEntry[] =>
  group === undefined ? lists[list] : lists[list].filter((entry) => entry.group === group)

/** Finds an entry by its code, which is unique in its list. */
export const findEntry = (list: ListName, code: string): ListEntry | undefined => byCode.get(list)?.get(code)

const shippedLists: Lists = { entries: entriesOf, find: findEntry }

/** The lists that a question or a form goes by. */
export const listsOf = ({ lists }: { lists?: Lists }): Lists => lists ?? shippedLists

/** All names of an entry, those of its own first. */
export const namesOf = ({ en, mr, alsoKnownAs = [] }: ListEntry): readonly string[] => [en, mr, ...alsoKnownAs]

/**
 * The names by which a person finds an entry of a list: those of its own, and others. An entry of castes names several, of
 * which each is a name in full.
 */
export const knownNames = (list: ListName, { code, en, mr, alsoKnownAs = [] }: ListEntry): Names => ({
  own: [code, en, mr],
  other: list === 'castes' ? [...alsoKnownAs, ...namesWithin(en), ...namesWithin(mr)] : alsoKnownAs,
})

/**
 * Finds the code of an entry by the code or by any of its names, with or without what is in brackets or the place after
 * the last comma. An entry's own name counts before another name; a name that several entries have finds none.
 */
export function codeFinder(entries: readonly ListEntry[]): (name: string) => string | undefined {
  const kinds = [new Map<string, string | null>(), new Map<string, string | null>(), new Map<string, string | null>()]
  const [own, other, shortened] = kinds as [Codes, Codes, Codes]
  const add = (codes: Codes, name: string, code: string) => {
    const full = fullName(name)
    if (full !== '') codes.set(full, codes.has(full) && codes.get(full) !== code ? null : code)
  }
  for (const { code, en, mr, alsoKnownAs = [] } of entries) {
    for (const name of [code, en, mr]) add(own, name, code)
    for (const name of [...[en, mr].flatMap((name) => name.split(/[()]/)), ...alsoKnownAs]) add(other, name, code)
    for (const name of [en, mr, ...alsoKnownAs]) add(shortened, name.replace(/,[^,]*$/, ''), code)
  }
  return (name) => {
    const full = fullName(name)
    return kinds.find((codes) => codes.has(full))?.get(full) ?? undefined
  }
}
type Codes = Map<string, string | null>

/** All names of a district by its code (`MH-pune`), also its former ones; an unknown code is its own name. */
export function districtNames(code: string, portal: { lists?: Lists }): readonly string[] {
  const district = listsOf(portal).find('districts', code)
  return district ? namesOf(district) : [code]
}

/** A district's name by its code (`MH-pune`) in a portal's lists; an unknown code stays as it is. */
export const districtName = (code: string, language: Language, portal: { lists?: Lists }): string =>
  listsOf(portal).find('districts', code)?.[language] ?? code

/** The one of the two that is not on offer, or does not belong to the other; null if both are right. */
export function faultyPlace(state: string, district: string, portal: { lists?: Lists }): 'state' | 'district' | null {
  if (!findState(state)) return 'state'
  return listsOf(portal)
    .entries('districts', state)
    .some(({ code }) => code === district)
    ? null
    : 'district'
}
