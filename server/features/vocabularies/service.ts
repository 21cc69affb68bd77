import type { Clock } from '../../adapters/clock'
import { questionsOf } from '../../domain/application/form/asked'
import { entriesOf } from '../../domain/application/form/lists'
import {
  type CellList,
  cellLists,
  type ListEntry,
  type ListName,
  type Lists,
  type StepForm,
} from '../../domain/application/form/question'
import { steps } from '../../domain/application/journey'
import { type CivilDate, civilDate } from '../../kernel/time'
import type { EntryRow, VocabulariesStore } from './store'
import { vocabularyTable } from './table'

/** An entry with the days on which it is on offer; null for no bound. */
export type DatedEntry = ListEntry & Pick<EntryRow, 'firstDay' | 'lastDay'>

/** A list as the rows give it: its entries by code, in display order, and those on offer on a day. */
type Kept = {
  of: readonly EntryRow[]
  day: CivilDate
  byCode: ReadonlyMap<string, DatedEntry>
  offered: readonly ListEntry[]
}

const isCellList = (list: ListName): list is CellList => (cellLists as readonly ListName[]).includes(list)
const isLast = ({ code }: ListEntry) => code.endsWith('other')

/**
 * The lists of the application as the cell keeps them: castes, universities, boards and talukas. What it changes lies
 * over the lists as they are shipped. An entry is on offer from its first to its last day; a candidate who gave it as an
 * answer keeps it afterwards. Source: rules §13.8.
 */
export function createVocabularies({
  store,
  clock,
  forms,
  onChanged,
}: {
  store: VocabulariesStore
  clock: Pick<Clock, 'portal'>
  /** The forms whose questions take their answers from the lists. */
  forms(): readonly StepForm[]
  onChanged(): void
}) {
  const kept = new Map<CellList, Kept>()

  /** New entries come after those that are shipped, and before “other”. */
  function merged(list: CellList, rows: readonly EntryRow[]): Map<string, DatedEntry> {
    const dated = (entry: ListEntry): DatedEntry => ({ ...entry, firstDay: null, lastDay: null })
    const byCode = new Map(entriesOf(list).map((entry) => [entry.code, dated(entry)]))
    for (const { list: of, code, group, nameEn, nameMr, firstDay, lastDay } of rows) {
      if (of !== list) continue
      byCode.set(code, { code, en: nameEn, mr: nameMr, ...(group !== null && { group }), firstDay, lastDay })
    }
    const all = [...byCode.values()]
    return new Map([...all.filter((one) => !isLast(one)), ...all.filter(isLast)].map((one) => [one.code, one]))
  }

  function listOf(list: CellList): Kept {
    const [of, day] = [store.all(), civilDate(clock.portal())]
    const known = kept.get(list)
    if (known?.of === of && known.day === day) return known
    const byCode = known?.of === of ? known.byCode : merged(list, of)
    const offered = [...byCode.values()].filter(
      ({ firstDay, lastDay }) => (firstDay === null || firstDay <= day) && (lastDay === null || day <= lastDay),
    )
    const made = { of, day, byCode, offered }
    kept.set(list, made)
    return made
  }

  /** The portal's lists; those that the cell does not change are the shipped ones. */
  const lists = (shipped: Lists): Lists => ({
    entries(list, group) {
      if (!isCellList(list)) return shipped.entries(list, group)
      const { offered } = listOf(list)
      return group === undefined ? offered : offered.filter((entry) => entry.group === group)
    },
    find: (list, code) => (isCellList(list) ? listOf(list).byCode.get(code) : shipped.find(list, code)),
  })

  return {
    lists,

    table: vocabularyTable({
      all: (list) => listOf(list).byCode,
      put: store.put,
      today: () => civilDate(clock.portal()),
      /** How many candidates gave each code of a list as an answer, to any of its questions. */
      answered(list) {
        const counts = new Map<string, number>()
        for (const form of forms()) {
          const step = steps.indexOf(form.step) as Parameters<typeof store.answered>[0]
          for (const { name } of questionsOf(form).filter((question) => question.list === list))
            for (const { code, count } of store.answered(step, name)) counts.set(code, (counts.get(code) ?? 0) + count)
        }
        return counts
      },
      onApplied: onChanged,
    }),
  }
}
