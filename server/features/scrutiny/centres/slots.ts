import { maxPlanDays, type Slot, type SlotEffect, slotEffect, startsOf } from '#server/domain/scrutiny/appointments.ts'
import type { Holiday } from '#server/domain/season/schedule-draft.ts'
import { isFixedHoliday } from '#server/domain/season/state-holidays.ts'
import { auditActor } from '#server/domain/terms/audit.ts'
import { mayDo, mayTouch, type Officer } from '#server/domain/terms/staff.ts'
import { type FieldFault, ok, type Result, refuse } from '#server/kernel/result.ts'
import { civilDate, days, type Instant, istOffset, minutes, plus } from '#server/kernel/time.ts'
import type { CentresDeps } from './deps'
import { appointmentMessages } from './messages'
import type { CapacityForm, CloseDayForm, SlotPlanForm } from './schema'
import { slotTable } from './slot-table'
import type { DayRow } from './store'

/** A civil day in India as two instants, the second excluded; null for an invalid date. */
export function boundsOf(day: string | undefined): { from: Instant; until: Instant } | null {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(day ?? '') ? Date.parse(`${day}T00:00:00Z`) : Number.NaN
  if (Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== day) return null
  return { from: (at - istOffset) as Instant, until: (at - istOffset + days(1)) as Instant }
}

/** A candidate whom a change of a booked slot concerns. `until`: the new end, and the present one in `before`. */
export type AffectedVisitor = {
  userId: string
  fullName: string
  effect: SlotEffect
  startsAt: Instant
  before: Instant
  until: Instant
}

/** How many slots a plan adds and changes, and whom that concerns. */
type SlotsPreview = { added: number; changed: number; affected: readonly AffectedVisitor[] }

/** The times of a day that somebody can still book, and whom closing them concerns. */
type ClosingPreview = { slots: readonly Slot[]; affected: readonly AffectedVisitor[] }

/** A slot before its places change, and whom that concerns. */
type CapacityPreview = { slot: Slot; affected: readonly AffectedVisitor[] }

const minuteOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/** A listed holiday on which centres have times. `booked`: how many candidates have booked one. */
type OpenHoliday = { holiday: Holiday; at: Instant; centres: number; booked: number }

/** The hours in which a centre receives candidates: set by the centre itself, or by the cell for any of them. */
export function createSlots(deps: CentresDeps) {
  const { db, store, clock, directory, activity, holidays, record } = deps
  const tell = appointmentMessages(deps)

  /** The centre that an officer may set slots for: their own, or the one that the cell names. */
  function centreFor(officer: Officer, code: string | null): string | null {
    const wanted = code ?? officer.centre
    if (!wanted || !mayDo(officer.role, 'slots') || !directory.centre(wanted)) return null
    return mayTouch(officer, { centre: wanted, region: null, institute: null }) ? wanted : null
  }

  /** The last moment at which the schedule lets any form be checked; null if it does not say. */
  function lastCheck(): number | null {
    const ends = [
      activity('scrutiny')?.closesAt,
      activity('final-merit')?.opensAt,
      activity('late-registration')?.closesAt,
    ].filter((end) => end != null)
    return ends.length ? Math.max(...ends) : null
  }

  const overlaps = () => refuse('check-answers', 422, { fields: [{ field: 'from', code: 'slotTime.overlaps' }] })
  const elsewhere = () => refuse('unknown-centre', 404)

  /** On a listed holiday, and on one of every year, a centre is closed unless somebody sets that day by itself. */
  function isClosedAmong(planned: number, day: number): boolean {
    const date = civilDate(day as Instant)
    return planned > 1 && (isFixedHoliday(date) || holidays().some((holiday) => holiday.date === date))
  }

  function plan(form: SlotPlanForm): Result<Pick<Slot, 'startsAt' | 'endsAt'>[]> {
    const [first, last] = [boundsOf(form.firstDay), boundsOf(form.lastDay)]
    const hours = { from: minuteOf(form.from), until: minuteOf(form.until), minutes: Number(form.minutes) }
    const starts = startsOf(hours)
    const end = lastCheck()
    const fields: FieldFault[] = []
    if (!first) fields.push({ field: 'firstDay', code: 'slotDay.invalid' })
    if (!last) fields.push({ field: 'lastDay', code: 'slotDay.invalid' })
    if (first && last && last.from < first.from) fields.push({ field: 'lastDay', code: 'slotDay.before' })
    if (first && last && last.from - first.from >= days(maxPlanDays)) {
      fields.push({ field: 'lastDay', code: 'slotDay.too-many', params: { max: maxPlanDays } })
    }
    if (first && first.until <= clock.portal()) fields.push({ field: 'firstDay', code: 'slotDay.past' })
    if (last && end !== null && last.from >= end) {
      fields.push({ field: 'lastDay', code: 'slotDay.too-late' })
    }
    if (!starts.length) fields.push({ field: 'until', code: 'slotTime.none' })
    if (fields.length) return refuse('check-answers', 422, { fields })
    const found: Pick<Slot, 'startsAt' | 'endsAt'>[] = []
    const count = (last!.until - first!.from) / days(1)
    for (let day: number = first!.from; day <= last!.from; day += days(1)) {
      if (isClosedAmong(count, day)) continue
      for (const start of starts) {
        const startsAt = (day + minutes(start)) as Instant
        found.push({ startsAt, endsAt: plus(startsAt, minutes(hours.minutes)) })
      }
    }
    if (!found.length) return refuse('check-answers', 422, { fields: [{ field: 'lastDay', code: 'slotDay.holidays' }] })
    return ok(found)
  }

  /** The present slots of a centre in the time of planned ones, by their start. */
  const knownAmong = (own: string, planned: readonly Pick<Slot, 'startsAt' | 'endsAt'>[]) =>
    new Map(
      store.slots(own, planned[0]!.startsAt, planned.at(-1)!.endsAt).map((slot) => [slot.startsAt as number, slot]),
    )

  /** The candidates whom a change of a slot concerns, with what it means for each. */
  const affectedBy = (before: Slot, after: Pick<Slot, 'endsAt' | 'capacity'>) =>
    store.bookings(before.id).flatMap(({ candidateId, userId, fullName, ...attendance }) => {
      const effect = slotEffect(before, after, attendance, clock.portal())
      const { startsAt, endsAt } = before
      return effect ? [{ candidateId, userId, fullName, effect, startsAt, before: endsAt, until: after.endsAt }] : []
    })

  /**
   * Makes or changes a slot (`before`: as it is); the candidates whose appointment now ends at another time are told.
   * Joins the transaction.
   */
  function put(slot: Pick<Slot, 'centre' | 'startsAt' | 'endsAt' | 'capacity'>, before: Slot | undefined): void {
    store.putSlot(slot.centre, slot.startsAt, slot.endsAt, slot.capacity)
    if (!before?.booked) return
    for (const { candidateId, effect } of affectedBy(before, slot)) {
      if (effect === 'new-end') tell(candidateId, 'appointment-new-end', slot)
    }
  }

  /** The slot whose places an officer may set to this number: never below its bookings. */
  function slotFor(officer: Officer, { slot: id, places }: CapacityForm): Result<Slot> {
    const slot = store.slot(Number(id))
    if (!slot || centreFor(officer, slot.centre) === null) return refuse('unknown-slot', 404)
    if (places >= slot.booked) return ok(slot)
    const fault = { field: 'places', code: 'slotCapacity.booked', params: { count: slot.booked } }
    return refuse('check-answers', 422, { fields: [fault] })
  }

  /** What is left to close of a centre's day: its times to come with more places than bookings. */
  function openOn(own: string, { day }: CloseDayForm): Slot[] {
    const bounds = boundsOf(day)
    const found = bounds ? store.slots(own, bounds.from, bounds.until) : []
    return found.filter(({ startsAt, capacity, booked }) => startsAt > clock.portal() && capacity > booked)
  }
  const nothingOpen = () => refuse('check-answers', 422, { fields: [{ field: 'day', code: 'slotDay.none-open' }] })

  return {
    /** The slots to come as a table that the cell keeps in a file. */
    table: slotTable({ store, clock, directory, lastCheck, put }),

    /** The centre for which an officer sets slots; null if there is none. */
    slotsCentre: centreFor,

    /** Since when no form may be checked, so that no slot can be added; null before that moment. */
    checkedUntil(): number | null {
      const end = lastCheck()
      return end !== null && clock.portal() >= end ? end : null
    },

    /**
     * The days to come that the cell lists as holidays and for which centres have set times: a holiday listed later closes none of
     * them.
     */
    openOnHolidays(): OpenHoliday[] {
      const toCome = holidays().flatMap((holiday) => {
        const { from, until } = boundsOf(holiday.date)!
        return until > clock.portal() ? [{ holiday, at: from, until }] : []
      })
      const times = toCome.map(({ at, until }) => ({ from: Math.max(at, clock.portal()), until }))
      const codes = directory.centres().map(({ code }) => code)
      return store.openBetween(times, codes).map(({ place, centres, booked }) => {
        const { holiday, at } = toCome[place]!
        return { holiday, at, centres, booked }
      })
    },

    /** The days of a centre from today on, and the slots of one of them. */
    slotsOf(officer: Officer, code: string | null, day: string | undefined): Result<{ days: DayRow[]; slots: Slot[] }> {
      const own = centreFor(officer, code)
      if (!own) return elsewhere()
      const today = clock.portal() - ((clock.portal() + istOffset) % days(1))
      const bounds = boundsOf(day)
      return ok({
        days: store.days(own, today, today + days(120)),
        slots: bounds ? store.slots(own, bounds.from, bounds.until) : [],
      })
    },

    /** What a plan of slots would change, before it is set; the refusals are those of `setSlots`. */
    previewSlots(officer: Officer, code: string | null, form: SlotPlanForm): Result<SlotsPreview> {
      const own = centreFor(officer, code)
      if (!own) return elsewhere()
      const planned = plan(form)
      if (!planned.ok) return planned
      if (planned.value.some(({ startsAt, endsAt }) => store.isTaken(own, startsAt, endsAt))) return overlaps()
      const known = knownAmong(own, planned.value)
      const changes = planned.value.flatMap(({ startsAt, endsAt }) => {
        const before = known.get(startsAt)
        if (!before) return []
        const after = { endsAt, capacity: Math.max(before.booked, form.capacity) }
        return before.capacity !== after.capacity || before.endsAt !== endsAt ? [{ before, after }] : []
      })
      const affected = changes.flatMap(({ before, after }) => affectedBy(before, after))
      const added = planned.value.filter(({ startsAt }) => !known.has(startsAt)).length
      return ok({ added, changed: changes.length, affected })
    },

    /** Sets the same slots on each of several days; existing slots with the same start get the new capacity. */
    setSlots(officer: Officer, code: string | null, form: SlotPlanForm): Result<{ count: number }> {
      const own = centreFor(officer, code)
      if (!own) return elsewhere()
      const planned = plan(form)
      if (!planned.ok) return planned
      return db.transact((): Result<{ count: number }> => {
        for (const { startsAt, endsAt } of planned.value) {
          if (store.isTaken(own, startsAt, endsAt)) return overlaps()
        }
        const known = knownAmong(own, planned.value)
        for (const { startsAt, endsAt } of planned.value) {
          const before = known.get(startsAt)
          put({ centre: own, startsAt, endsAt, capacity: Math.max(before?.booked ?? 0, form.capacity) }, before)
        }
        const { firstDay, lastDay, from, until, minutes: length, capacity } = form
        const detail = { firstDay, lastDay, from, until, minutes: length, capacity }
        record(auditActor(officer), 'centres.slots-set', { of: `centre:${own}` }, detail)
        return ok({ count: planned.value.length })
      })
    },

    /** Whom closing a day concerns, before it is closed; the refusals are those of `closeDay`. */
    previewClosing(officer: Officer, code: string | null, form: CloseDayForm): Result<ClosingPreview> {
      const own = centreFor(officer, code)
      if (!own) return elsewhere()
      const slots = openOn(own, form)
      if (slots.length === 0) return nothingOpen()
      return ok({
        slots,
        affected: slots.flatMap((slot) => affectedBy(slot, { endsAt: slot.endsAt, capacity: slot.booked })),
      })
    },

    /** Leaves each time of a day only the places that are booked, whatever its hours. Refusal: a fault if nothing is open. */
    closeDay(officer: Officer, code: string | null, form: CloseDayForm): Result<{ count: number }> {
      return db.transact((): Result<{ count: number }> => {
        const own = centreFor(officer, code)
        if (!own) return elsewhere()
        const open = openOn(own, form)
        if (open.length === 0) return nothingOpen()
        for (const { id, booked } of open) store.setCapacity(id, booked)
        const { day } = form
        record(
          auditActor(officer),
          'centres.slots-set',
          { of: `centre:${own}` },
          { firstDay: day, lastDay: day, capacity: 0 },
        )
        return ok({ count: open.length })
      })
    },

    /** Whom a slot's new capacity concerns, before it is set; the refusals are those of `setCapacity`. */
    previewCapacity(officer: Officer, form: CapacityForm): Result<CapacityPreview> {
      const slot = slotFor(officer, form)
      if (!slot.ok) return slot
      const after = { endsAt: slot.value.endsAt, capacity: form.places }
      return ok({ slot: slot.value, affected: affectedBy(slot.value, after) })
    },

    /** Sets a slot's capacity, never below its bookings. 0 closes a slot without bookings. */
    setCapacity(officer: Officer, form: CapacityForm): Result<Slot> {
      return db.transact((): Result<Slot> => {
        const slot = slotFor(officer, form)
        if (!slot.ok) return slot
        const { id, centre: own } = slot.value
        store.setCapacity(id, form.places)
        record(auditActor(officer), 'centres.slots-set', { of: `centre:${own}` }, { slot: id, capacity: form.places })
        return ok({ ...slot.value, capacity: form.places })
      })
    },
  }
}
