import type { EntryChange, ImportTable } from '#server/domain/desk/imports.ts'
import { type Slot, slotEffect } from '#server/domain/scrutiny/appointments.ts'
import {
  type CsvColumn,
  type CsvLineDoubt,
  type CsvValues,
  readCount,
  readDay,
  readPattern,
  readPlaceCode,
} from '#server/domain/terms/csv-table.ts'
import { formatTime } from '#server/i18n/format.ts'
import { civilDate, type Instant, ist, minutes } from '#server/kernel/time.ts'
import { typedTime } from '#server/kernel/typed-text.ts'
import type { CentresDeps } from './deps'

/** `9:30` → `09:30`, as spreadsheets write hours. */
const hour = readPattern('^([01]\\d|2[0-3]):[0-5]\\d$', typedTime)

const columns: readonly CsvColumn[] = [
  {
    name: 'centre',
    isRequired: true,
    example: 'FC02',
    read: readPlaceCode,
  },
  { name: 'day', isRequired: true, example: '2024-08-05', read: readDay },
  { name: 'from', isRequired: true, example: '10:00', read: hour },
  { name: 'until', isRequired: true, example: '10:30', read: hour },
  { name: 'places', isRequired: true, example: '4', read: readCount(1, 500) },
]

/** A slot, without its id and its bookings. */
type PlannedSlot = Omit<Slot, 'id' | 'booked'>

const valuesOf = ({ centre, startsAt, endsAt, capacity }: PlannedSlot): CsvValues => ({
  centre,
  day: civilDate(startsAt),
  from: formatTime(startsAt),
  until: formatTime(endsAt),
  places: String(capacity),
})
const at = (values: CsvValues, time: 'from' | 'until'): Instant => ist(`${values.day} ${values[time]}`)
const slotOf = (values: CsvValues): PlannedSlot => ({
  centre: values.centre!,
  startsAt: at(values, 'from'),
  endsAt: at(values, 'until'),
  capacity: Number(values.places),
})
const keyOf = ({ centre, day, from }: CsvValues): string => `${centre} ${day} ${from}`
const startOf = (key: string): { centre: string; startsAt: Instant } => {
  const [centre = '', ...when] = key.split(' ')
  return { centre, startsAt: ist(when.join(' ')) }
}

type SlotTableDeps = Pick<CentresDeps, 'store' | 'clock' | 'directory'> & {
  lastCheck(): number | null
  /** Makes or changes a slot, and tells the candidates whose appointment now ends at another time. */
  put(slot: PlannedSlot, before: Slot | undefined): void
}

/**
 * The slots to come as a table of the cell. One that a complete file leaves out is removed, unless a candidate has
 * booked it. Source: rules §5.4, §13.7.
 */
export function slotTable({ store, clock, directory, lastCheck, put }: SlotTableDeps): ImportTable {
  /**
   * What is wrong with a slot that is new or changes. `isWhole`: slots that the file leaves out give way to it. `end`:
   * the last moment at which a form may be checked.
   */
  function doubtOf({ key, before, after }: EntryChange, isWhole: boolean, end: number | null): CsvLineDoubt | null {
    const { centre: code, startsAt } = startOf(key)
    const losesPlaces = before !== null && Number(after?.places ?? 0) < Number(before.places)
    const booked = losesPlaces ? store.slotAt(code, startsAt)!.booked : 0
    if (!after) return booked ? { column: null, why: 'slot-booked', params: { key, count: booked } } : null
    const until = at(after, 'until')
    if (!directory.centre(code)) return { column: 'centre', why: 'unknown' }
    if (until - startsAt < minutes(5)) return { column: 'until', why: 'slot-short' }
    if (startsAt <= clock.portal()) return { column: 'day', why: 'slot-past' }
    if (end !== null && startsAt >= end) return { column: 'day', why: 'slot-late' }
    if (Number(after.places) < booked) return { column: 'places', why: 'slot-booked', params: { key, count: booked } }
    if (!isWhole && store.isTaken(code, startsAt, until)) return { column: 'from', why: 'slot-overlaps' }
    return null
  }

  /** Remembers the slots of a file by centre and day; true if one overlaps an earlier one, unless both stay as they are. */
  function overlaps() {
    const taken = new Map<string, { from: string; until: string; isSame: boolean }[]>()
    return ({ centre: code, day: on, from, until }: CsvValues, isSame: boolean): boolean => {
      const slots = taken.get(`${code} ${on}`) ?? []
      taken.set(`${code} ${on}`, slots)
      const isTaken = slots.some((slot) => !(isSame && slot.isSame) && from! < slot.until && until! > slot.from)
      slots.push({ from: from!, until: until!, isSame })
      return isTaken
    }
  }

  return {
    kind: 'slots',
    permission: 'settings',
    columns,
    keyOf,
    needsSecondPerson: false,
    find(key) {
      const { centre: code, startsAt } = startOf(key)
      const slot = store.slotAt(code, startsAt)
      return slot && slot.capacity > 0 ? valuesOf(slot) : null
    },
    page(after) {
      const from = after ? startOf(after) : { centre: '', startsAt: 0 }
      return store.slotsAfter(clock.portal(), from.centre, from.startsAt, 500).map(valuesOf)
    },
    gone: () => null,
    check(_officer, isWhole) {
      const isOverlapping = overlaps()
      const end = lastCheck()
      return (change, isSame) => {
        if (change.after && isOverlapping(change.after, isSame)) return { column: 'from', why: 'slot-overlaps' }
        return isSame ? null : doubtOf(change, isWhole, end)
      }
    },
    apply(_officer, changes) {
      for (const { key, before, after } of changes) {
        const { centre: code, startsAt } = startOf(key)
        if (after) put(slotOf(after), before ? store.slotAt(code, startsAt) : undefined)
        else store.removeSlot(code, startsAt)
      }
    },
    touched(file) {
      const counts = new Map<string, number>()
      const now = clock.portal()
      let [told, kept] = [0, 0]
      for (const { key, until, places, endsAt, capacity, ...attendance } of store.bookedInFile(file)) {
        const after = { endsAt: ist(until), capacity: places }
        const effect = slotEffect({ endsAt, capacity }, after, attendance, now)
        if (!effect) continue
        counts.set(key, (counts.get(key) ?? 0) + 1)
        if (effect === 'new-end') told++
        else kept++
      }
      return { of: (key) => counts.get(key) ?? 0, booked: { told, kept } }
    },
  }
}
