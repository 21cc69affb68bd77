import { findState, states } from '#server/domain/terms/places.ts'
import type { ListEntry, ListName, Lists } from '#server/domain/terms/question.ts'
import { folded } from '#server/kernel/folded.ts'
import type { Language } from '#server/kernel/languages.ts'
import castes from './lists/castes.json' with { type: 'json' }
import diplomaBoards from './lists/diploma-boards.json' with { type: 'json' }
import disabilities from './lists/disabilities.json' with { type: 'json' }
import spoken from './lists/languages.json' with { type: 'json' }
import religions from './lists/religions.json' with { type: 'json' }
import schoolBoards from './lists/school-boards.json' with { type: 'json' }
import talukas from './lists/talukas.json' with { type: 'json' }
import universities from './lists/universities.json' with { type: 'json' }

/** Entries as the files hold them, by group: code → [English, Marathi]. The group `` means no group. */
type Compact = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>

const unfold = (groups: Compact): ListEntry[] =>
  Object.entries(groups).flatMap(([group, entries]) =>
    Object.entries(entries).map(([code, [en = '', mr = '']]) => ({ code, en, mr, ...(group && { group }) })),
  )

const places = states.map(({ code, en, mr }) => ({ code, en, mr }))
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
  'maharashtra-districts': districts
    .filter(({ group }) => group === 'MH')
    .map(({ code, en, mr }) => ({ code, en, mr })),
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

/** Names for comparison: folded, without dots and hyphens. */
export const plainName = (name: string): string =>
  folded(name)
    .replace(/[ .-]+/g, ' ')
    .trim()

/** Finds the code of an entry by the code or by its name in either language, with or without what is in brackets. */
export function codeFinder(entries: readonly ListEntry[]): (name: string) => string | undefined {
  const namesOf = ({ code, en, mr }: ListEntry) =>
    [code, en, mr, ...[en, mr].flatMap((name) => name.split(/[()]/))].map(plainName).filter((name) => name !== '')
  const codes = new Map(entries.flatMap((entry) => namesOf(entry).map((name) => [name, entry.code] as const)))
  return (name) => codes.get(plainName(name))
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
