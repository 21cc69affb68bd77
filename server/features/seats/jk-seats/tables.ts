import type { ImportTable } from '#server/domain/desk/imports.ts'
import { choicesIn, mostJkChoices } from '#server/domain/seats/jk-seating.ts'
import {
  type CsvColumn,
  type CsvValues,
  readChoiceCode,
  readCount,
  readPattern,
} from '#server/domain/terms/csv-table.ts'
import { isChoiceCode } from '#server/domain/terms/seat-types.ts'
import { typedId } from '#server/kernel/typed-text.ts'
import type { JkSeatsStore } from './store'

const seatColumns: readonly CsvColumn[] = [
  { name: 'choice_code', isRequired: true, example: '600424510', read: readChoiceCode },
  { name: 'seats', isRequired: true, example: '2', read: readCount(1, 500) },
]

/** Choice codes between spaces or commas, best first. */
function readChoices(text: string): string | null {
  const choices = choicesIn(text)
  return choices.length > 0 && choices.length <= mostJkChoices && choices.every(isChoiceCode) ? choices.join(' ') : null
}

const choiceColumns: readonly CsvColumn[] = [
  {
    name: 'application_id',
    isRequired: true,
    example: 'ML24100001',
    read: readPattern('^[A-Z]{2}[0-9]{8}$', typedId),
  },
  { name: 'choices', isRequired: true, longest: mostJkChoices * 12, example: '600424510 600624510', read: readChoices },
  { name: 'reason', longest: 500, example: 'Changed by telephone on 3 August, as the candidate asked' },
]

/** `record`: writes a candidate's choices, null for none, and tells the candidate. Joins the caller's transaction. */
type Deps = {
  store: JkSeatsStore
  record(candidateId: number, choices: string | null, reason: string | null, by: number): void
}

/** The seats for J&K migrants as a table of the cell. Source: rules §8.19, §13.7. */
export function jkSeatTable({ store }: Pick<Deps, 'store'>): ImportTable {
  const valuesOf = (row: { choiceCode: string; count: number }): CsvValues => ({
    choice_code: row.choiceCode,
    seats: String(row.count),
  })
  return {
    kind: 'jk-seats',
    permission: 'publish',
    columns: seatColumns,
    keyOf: ({ choice_code }) => choice_code!,
    needsSecondPerson: false,
    find(key) {
      const row = store.seat(key)
      return row ? valuesOf(row) : null
    },
    page: (after) =>
      store
        .seats()
        .filter(({ choiceCode }) => choiceCode > after)
        .map(valuesOf),
    gone: () => null,
    check:
      () =>
      ({ key, after }, isSame) =>
        isSame || !after || store.course(key) ? null : { column: 'choice_code', why: 'unknown' },
    apply({ id }, changes) {
      for (const { key, after } of changes) {
        if (after)
          store.putSeats({ choiceCode: key, ...store.course(key)!, count: Number(after.seats), recordedBy: id })
        else store.removeSeats(key, id)
      }
    },
  }
}

/** The choices of J&K migrants, as they gave them to the desk, as a table. Source: rules §8.19, §13.7. */
export function jkChoiceTable({ store, record }: Deps): ImportTable {
  const listed = (userId: string) => {
    const edition = store.meritEdition()
    return edition === undefined ? undefined : store.listedAs(edition, userId)
  }
  const valuesOf = (row: { userId: string; choices: string | null }): CsvValues => ({
    application_id: row.userId,
    choices: (row.choices ?? '').replaceAll(',', ' '),
    reason: '',
  })
  function doubtOf(key: string, after: CsvValues) {
    const candidate = listed(key)
    if (!candidate) return { column: 'application_id', why: 'unlisted' }
    const before = candidate.choices?.replaceAll(',', ' ')
    if (before && before !== after.choices && after.reason!.length < 10) return { column: 'reason', why: 'jk-reason' }
    const unknown = after.choices!.split(' ').find((code) => !store.seat(code))
    return unknown === undefined ? null : { column: 'choices', why: 'no-seats', params: { code: unknown } }
  }
  return {
    kind: 'jk-choices',
    permission: 'publish',
    columns: choiceColumns,
    keyOf: ({ application_id }) => application_id!,
    needsSecondPerson: false,
    find(key) {
      const row = listed(key)
      return row?.choices ? valuesOf(row) : null
    },
    page(after) {
      const edition = store.meritEdition()
      const rows = edition === undefined ? [] : store.listed(edition)
      return rows
        .filter(({ userId, choices }) => choices && userId > after)
        .sort((a, b) => (a.userId < b.userId ? -1 : 1))
        .map(valuesOf)
    },
    gone: () => null,
    check:
      () =>
      ({ key, after }, isSame) =>
        isSame || !after ? null : doubtOf(key, after),
    apply({ id }, changes) {
      for (const { key, after } of changes) {
        const { candidateId } = listed(key)!
        record(candidateId, after?.choices?.replaceAll(' ', ',') ?? null, after?.reason || null, id)
      }
    },
  }
}
