import type { Clock } from '#server/adapters/clock.ts'
import { questionsOf } from '#server/domain/application/form/asked.ts'
import { entriesOf, namesOf } from '#server/domain/application/form/lists.ts'
import { type StepNumber, steps } from '#server/domain/terms/journey.ts'
import {
  type CellList,
  cellLists,
  type ListEntry,
  type ListName,
  type Lists,
  type StepForm,
} from '#server/domain/terms/question.ts'
import { type CivilDate, civilDate } from '#server/kernel/time.ts'
import type { EntryRow, VocabulariesStore } from './store'
import { vocabularyTable } from './table'

/** An entry with the days on which it is on offer; null for no bound. */
export type DatedEntry = ListEntry & Pick<EntryRow, 'firstDay' | 'lastDay'>

/** Every entry of a list by its code, in display order, as the rows give them. */
type Kept = { of: readonly EntryRow[]; byCode: ReadonlyMap<string, DatedEntry> }

/** What a list offers on a day: all of it, and by group. */
type Offered = {
  byCode: ReadonlyMap<string, DatedEntry>
  day: CivilDate
  offered: readonly ListEntry[]
  groups: ReadonlyMap<string | undefined, readonly ListEntry[]>
}

/** A list that the cell changes, or a part of one. */
type KeptList = CellList | 'maharashtra-districts'

const isKept = (list: ListName): list is KeptList =>
  list === 'maharashtra-districts' || (cellLists as readonly ListName[]).includes(list)
/** The list from which a list takes its entries. */
const sourceOf = (list: ListName): ListName => (list === 'maharashtra-districts' ? 'districts' : list)
const isLast = ({ code }: ListEntry) => code.endsWith('other')

/** Districts state by state, by English name. */
function inOrderOfNames(districts: readonly DatedEntry[]): Map<string, DatedEntry> {
  const places = new Map(entriesOf('states').map(({ code }, place) => [code, place]))
  const placeOf = ({ group }: ListEntry) => places.get(group!)!
  const sorted = [...districts].sort((a, b) => placeOf(a) - placeOf(b) || a.en.localeCompare(b.en, 'en'))
  return new Map(sorted.map((entry) => [entry.code, entry]))
}

/**
 * The lists of the application as the cell keeps them: castes, universities, boards, talukas and districts. What it
 * changes lies over the lists as they are shipped. An entry is on offer from its first to its last day; a candidate who
 * gave it as an answer keeps it afterwards. Source: rules §13.8.
 */
export function createVocabularies({
  store,
  institutes,
  clock,
  forms,
  onChanged,
}: {
  store: VocabulariesStore
  /** The Marathi names of institutes, as in `Lists`. */
  institutes(): ReadonlyMap<string, string>
  clock: Pick<Clock, 'portal'>
  /** The forms whose questions take their answers from the lists. */
  forms(): readonly StepForm[]
  onChanged(): void
}) {
  const kept = new Map<KeptList, Kept>()
  const keptOffers = new Map<KeptList, Offered>()

  /**
   * New entries come after those that are shipped, and before “other”; districts are in the order of their names. An entry
   * that is named anew is still found by its former names.
   */
  function merged(list: KeptList, rows: readonly EntryRow[]): Map<string, DatedEntry> {
    if (list === 'maharashtra-districts') {
      const own = [...merged('districts', rows).values()].filter(({ group }) => group === 'MH')
      return new Map(own.map(({ group, ...entry }) => [entry.code, entry]))
    }
    const dated = (entry: ListEntry): DatedEntry => ({ ...entry, firstDay: null, lastDay: null })
    const byCode = new Map(entriesOf(list).map((entry) => [entry.code, dated(entry)]))
    for (const { list: of, code, group, nameEn, nameMr, firstDay, lastDay } of rows) {
      if (of !== list) continue
      const shipped = byCode.get(code)
      const former = shipped ? namesOf(shipped).filter((name) => name !== nameEn && name !== nameMr) : []
      byCode.set(code, {
        code,
        en: nameEn,
        mr: nameMr,
        ...(group !== null && { group }),
        ...(former.length && { alsoKnownAs: former }),
        firstDay,
        lastDay,
      })
    }
    const all = [...byCode.values()]
    if (list === 'districts') return inOrderOfNames(all)
    return new Map([...all.filter((one) => !isLast(one)), ...all.filter(isLast)].map((one) => [one.code, one]))
  }

  /** Every entry of a list by its code, whatever the day. */
  function allIn(list: KeptList): ReadonlyMap<string, DatedEntry> {
    const of = store.all()
    const known = kept.get(list)
    if (known?.of === of) return known.byCode
    const byCode = merged(list, of)
    kept.set(list, { of, byCode })
    return byCode
  }

  /** What a list offers today. */
  function offeredIn(list: KeptList): Offered {
    const [byCode, day] = [allIn(list), civilDate(clock.portal())]
    const known = keptOffers.get(list)
    if (known?.byCode === byCode && known.day === day) return known
    const offered = [...byCode.values()].filter(
      ({ firstDay, lastDay }) => (firstDay === null || firstDay <= day) && (lastDay === null || day <= lastDay),
    )
    const groups = new Map<string | undefined, ListEntry[]>()
    for (const entry of offered) {
      const group = groups.get(entry.group)
      if (group) group.push(entry)
      else groups.set(entry.group, [entry])
    }
    const made = { byCode, day, offered, groups }
    keptOffers.set(list, made)
    return made
  }

  /** The portal's lists; those that the cell does not change are the shipped ones. */
  const lists = (shipped: Lists): Lists => ({
    entries(list, group) {
      if (!isKept(list)) return shipped.entries(list, group)
      const { offered, groups } = offeredIn(list)
      return group === undefined ? offered : (groups.get(group) ?? [])
    },
    find: (list, code) => (isKept(list) ? allIn(list).get(code) : shipped.find(list, code)),
    institutes,
  })

  return {
    lists,

    table: vocabularyTable({
      all: allIn,
      put: store.put,
      today: () => civilDate(clock.portal()),
      /** How many candidates gave each code of a list as an answer, to any of its questions. */
      answered(list) {
        const asked = forms().flatMap((form) =>
          questionsOf(form)
            .filter((question) => question.list && sourceOf(question.list) === list)
            .map(({ name }) => ({ step: steps.indexOf(form.step) as StepNumber, name })),
        )
        return new Map(store.answered(asked, list === 'districts').map(({ code, count }) => [code, count]))
      },
      onApplied: onChanged,
    }),
  }
}
