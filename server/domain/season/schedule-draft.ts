import { capRoundParts, roundActivity, roundOfActivity } from '#server/domain/terms/cap-rounds.ts'
import { placeInSeason, sequencePlace } from '#server/domain/terms/schedule.ts'
import type { Bilingual } from '#server/kernel/languages.ts'
import { type CivilDate, civilDate, days, type Instant, istOffset } from '#server/kernel/time.ts'

/** An activity as the schedule or a draft of it has it. Epoch milliseconds; without an opening it has no dates. */
export type ScheduleRow = {
  key: string
  title: Bilingual
  opensAt: number | null
  closesAt: number | null
  /** It happens at one instant, so it has no closing. */
  isEvent: boolean
  isLeftOut: boolean
}

/** Why a row of a draft cannot be released. `other`: the activity that it clashes with. */
export type RowFault = {
  key: string
  field: 'opens' | 'closes' | 'out'
  code: `schedule.${(typeof rowFaults)[number]}`
  other?: Bilingual
}
const rowFaults = [
  'needs-opening',
  'needs-closing',
  'before-opening',
  'has-begun',
  'past',
  'needed',
  'order',
  'before-publication',
] as const

/** The facts about an activity's past: is there something in it already that a new date would contradict? */
type HasHappened = (key: string) => boolean

/** A day on which no office works, besides Sundays. */
export type Holiday = { date: CivilDate; name: string }

/** The keys of activities that the cell adds: `own-1`. */
export const ownKey = (number: number): string => `own-${number}`
export const ownNumber = (key: string): number => Number(/^own-([1-9]\d{0,5})$/.exec(key)?.[1] ?? 0)

/** Activities that no other rule needs: the cell's own, and those whose absence only closes something. */
export const canBeLeftOut = (key: string): boolean =>
  ownNumber(key) > 0 || /^certificates(-|$)/.test(key) || key === 'late-registration'

const isSame = (a: ScheduleRow, b: ScheduleRow): boolean =>
  a.opensAt === b.opensAt && a.closesAt === b.closesAt && a.isLeftOut === b.isLeftOut

/** The rows of a draft that differ from the schedule in force, with what they replace; null for a new activity. */
export function changedRows(
  inForce: readonly ScheduleRow[],
  draft: readonly ScheduleRow[],
): { before: ScheduleRow | null; after: ScheduleRow }[] {
  const known = new Map(inForce.map((row) => [row.key, row]))
  return draft.flatMap((after) => {
    const before = known.get(after.key) ?? null
    return before && isSame(before, after) ? [] : [{ before, after }]
  })
}

/**
 * The order of the desk's table: the course of a season, whatever the dates; the cell's own activities stand before the
 * first one that opens later.
 */
export function inTableOrder<R extends ScheduleRow>(rows: readonly R[]): R[] {
  const ordered = rows
    .filter(({ key }) => !ownNumber(key))
    .sort((a, b) => placeInSeason(a.key) - placeInSeason(b.key) || a.key.localeCompare(b.key))
  const own = rows
    .filter(({ key }) => ownNumber(key))
    .sort((a, b) => (a.opensAt ?? Number.POSITIVE_INFINITY) - (b.opensAt ?? Number.POSITIVE_INFINITY))
  for (const row of own) {
    const { opensAt } = row
    const place =
      opensAt === null ? -1 : ordered.findIndex((other) => other.opensAt !== null && other.opensAt > opensAt)
    ordered.splice(place < 0 ? ordered.length : place, 0, row)
  }
  return ordered
}

/**
 * The faults of a draft, at most one for each row and field. A date may change until something has happened on it: an
 * opening that has passed stays once its activity holds anything, nothing opens or closes in the past, and a closed
 * window may be opened again. Where either row of a pair has changed, the stages of an admission end in their order,
 * and acceptance does not open before its allotment. Source: rules §12.2.
 */
export function draftFaults(
  inForce: readonly ScheduleRow[],
  draft: readonly ScheduleRow[],
  { now, hasHappened }: { now: number; hasHappened: HasHappened },
): RowFault[] {
  const known = new Map(inForce.map((row) => [row.key, row]))
  const changed = new Set(changedRows(inForce, draft).map(({ after }) => after.key))
  const shown = draft.filter(({ isLeftOut }) => !isLeftOut)
  return [
    ...draft.flatMap((row) =>
      changed.has(row.key) ? ownFaults(known.get(row.key) ?? null, row, now, hasHappened) : [],
    ),
    ...shown.flatMap((row) => orderFaults(row, shown, changed)),
  ]
}

/** May the opening still move at `now`? */
export const mayMoveOpening = (
  before: Pick<ScheduleRow, 'key' | 'opensAt'> | null,
  now: number,
  hasHappened: HasHappened,
): boolean => before?.opensAt == null || before.opensAt > now || !hasHappened(before.key)

function ownFaults(before: ScheduleRow | null, row: ScheduleRow, now: number, hasHappened: HasHappened): RowFault[] {
  const { key, opensAt, closesAt, isEvent } = row
  const fault = (field: RowFault['field'], code: RowFault['code']) => [{ key, field, code }]
  const isFixed = !mayMoveOpening(before, now, hasHappened)
  if (row.isLeftOut) {
    if (!canBeLeftOut(key)) return fault('out', 'schedule.needed')
    return isFixed ? fault('out', 'schedule.has-begun') : []
  }
  if (opensAt !== (before?.opensAt ?? null)) {
    if (isFixed) return fault('opens', 'schedule.has-begun')
    if (opensAt !== null && opensAt <= now) return fault('opens', 'schedule.past')
  }
  if (isEvent) return []
  if (opensAt === null) return closesAt === null ? [] : fault('opens', 'schedule.needs-opening')
  if (closesAt === null) return fault('closes', 'schedule.needs-closing')
  if (closesAt <= opensAt) return fault('closes', 'schedule.before-opening')
  return closesAt !== before?.closesAt && closesAt <= now ? fault('closes', 'schedule.past') : []
}

const endOf = ({ opensAt, closesAt }: ScheduleRow): number | null => (opensAt === null ? null : (closesAt ?? opensAt))

/** The latest earlier stage that would end after this row does, and the allotment that acceptance would precede. */
function orderFaults(row: ScheduleRow, all: readonly ScheduleRow[], changed: ReadonlySet<string>): RowFault[] {
  const { key } = row
  const end = endOf(row)
  const place = sequencePlace(key)
  if (end === null || place === null) return []
  const concerns = (other: ScheduleRow) => changed.has(key) || changed.has(other.key)
  const inRound = roundOfActivity(key)
  if (inRound?.part === 'acceptance') {
    const allotment = all.find((other) => {
      const its = roundOfActivity(other.key)
      return its?.round === inRound.round && its.part === 'allotment'
    })
    if (allotment?.opensAt != null && row.opensAt! < allotment.opensAt && concerns(allotment))
      return [{ key, field: 'opens', code: 'schedule.before-publication', other: allotment.title }]
  }
  let last: ScheduleRow | null = null
  for (const other of all) {
    const its = sequencePlace(other.key)
    const ends = endOf(other)
    if (its === null || its >= place || ends === null || ends <= end || !concerns(other)) continue
    if (!last || ends > endOf(last)!) last = other
  }
  if (!last) return []
  return [{ key, field: row.closesAt === null ? 'opens' : 'closes', code: 'schedule.order', other: last.title }]
}

/** Is this a Sunday or a listed holiday? */
const isDayOff = (at: number, holidays: ReadonlySet<string>): boolean =>
  new Date(at + istOffset).getUTCDay() === 0 || holidays.has(civilDate(at as Instant))

/**
 * The same time of day, a number of working days later (or earlier, below 0): Sundays and listed holidays do not count,
 * and no shifted date falls on one.
 */
export function shifted(at: number, by: number, holidays: ReadonlySet<string>): number {
  const step = days(Math.sign(by))
  let left = Math.abs(by)
  let to = at
  while (left > 0) {
    to += step
    if (!isDayOff(to, holidays)) left -= 1
  }
  return to
}

/** A date of the schedule that falls on a listed holiday. */
export type DateOnHoliday = { key: string; title: Bilingual; edge: 'opens' | 'closes'; at: number; holiday: Holiday }

/**
 * The dates to come that fall on a listed holiday: one that is listed later moves nothing that was shifted or set before.
 * Source: rules §12.2.
 */
export function onHolidays(rows: readonly ScheduleRow[], holidays: readonly Holiday[], now: number): DateOnHoliday[] {
  const byDate = new Map<string, Holiday>(holidays.map((holiday) => [holiday.date, holiday]))
  return rows.flatMap(({ key, title, opensAt, closesAt, isLeftOut }) =>
    (['opens', 'closes'] as const).flatMap((edge) => {
      const at = edge === 'opens' ? opensAt : closesAt
      const holiday = at !== null && at > now && !isLeftOut ? byDate.get(civilDate(at as Instant)) : undefined
      return holiday && at !== null ? [{ key, title, edge, at, holiday }] : []
    }),
  )
}

/** Dates that the desk suggests for an activity. */
export type SuggestedDates = { opensAt: number; closesAt: number | null }

/** The days between two rounds, where the schedule has no two to measure. */
const daysBetweenRounds = days(14)

/**
 * Dates for each round that has none, while the round before it has all of its own: those dates, as much later as that
 * round follows the one before it. None for a round of which any part would lie in the past. Source: rules §12.2.
 */
export function suggestedDates(rows: readonly ScheduleRow[], now: number): ReadonlyMap<string, SuggestedDates> {
  const dates = new Map<string, SuggestedDates>()
  for (const { key, opensAt, closesAt } of rows) if (opensAt !== null) dates.set(key, { opensAt, closesAt })
  const suggested = new Map<string, SuggestedDates>()
  const rounds = Math.max(0, ...rows.map(({ key }) => roundOfActivity(key)?.round ?? 0))
  for (let round = 2; round <= rounds; round++) {
    const keys = capRoundParts.map((part) => roundActivity(round, part))
    if (keys.some((key) => dates.has(key) || !rows.some((row) => row.key === key))) continue
    const [last, first] = [round - 1, round - 2].map((number) => dates.get(roundActivity(number, 'options'))?.opensAt)
    const later = last !== undefined && first !== undefined && last > first ? last - first : daysBetweenRounds
    const before = capRoundParts.map((part) => dates.get(roundActivity(round - 1, part)))
    if (before.some((one) => one === undefined || one.opensAt + later <= now)) continue
    keys.forEach((key, place) => {
      const { opensAt, closesAt } = before[place]!
      const moved = { opensAt: opensAt + later, closesAt: closesAt === null ? null : closesAt + later }
      dates.set(key, moved)
      suggested.set(key, moved)
    })
  }
  return suggested
}

/** The most days by which a part of the schedule moves at once. */
export const mostShift = 200

/**
 * Moves every date that may still move, from a row of the table on, by a number of working days. `rows`: in the order
 * of the table.
 */
export function shiftFrom(
  rows: readonly ScheduleRow[],
  from: string,
  by: number,
  { now, hasHappened, holidays }: { now: number; hasHappened: HasHappened; holidays: readonly Pick<Holiday, 'date'>[] },
): ScheduleRow[] {
  const off = new Set<string>(holidays.map(({ date }) => date))
  const start = rows.findIndex(({ key }) => key === from)
  return rows.map((row, place) => {
    if (start < 0 || place < start || row.isLeftOut || row.opensAt === null) return row
    const opensAt = mayMoveOpening(row, now, hasHappened) ? shifted(row.opensAt, by, off) : row.opensAt
    const isOver = row.closesAt !== null && row.closesAt <= now && hasHappened(row.key)
    const closesAt = row.closesAt === null || isOver ? row.closesAt : shifted(row.closesAt, by, off)
    return { ...row, opensAt, closesAt }
  })
}
