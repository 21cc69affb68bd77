import { mayArrange, mayTakeSlot, type Slot } from '#server/domain/scrutiny/appointments.ts'
import type { ScrutinyMode } from '#server/domain/terms/journey.ts'
import { ok, type Result, refuse } from '#server/kernel/result.ts'
import type { Instant } from '#server/kernel/time.ts'
import type { Centre, CentresDeps } from './deps'
import { createFreeTimes } from './free-times'
import { appointmentMessages } from './messages'
import { boundsOf } from './slots'
import type { AppointmentRow, DayRow } from './store'

/** An appointment with its centre, as pages and the API show it. */
export type Appointment = Pick<AppointmentRow, 'startsAt' | 'endsAt' | 'arrivedAt' | 'missedAt'> & { centre: Centre }

/** The person who checks a form, with place and time. Source: rules §15.2 `getFcAllocation`. */
type Allocation = { mode: ScrutinyMode; appointment: Appointment | null; officer: string | null }

/** A candidate's choices: centres with their free places, the days of one centre, the slots of one day. */
type SlotChoices = {
  centres: readonly (Centre & { free: number })[]
  days: readonly DayRow[]
  slots: readonly Slot[]
}

/** A candidate's appointment: booked, changed, cancelled. Source: rules §5.4. */
export function createAppointments(deps: CentresDeps) {
  const { db, store, clock, directory, application } = deps
  const tell = appointmentMessages(deps)
  const free = createFreeTimes(deps)

  function appointmentOf(candidateId: number): Appointment | null {
    const row = store.current(candidateId)
    if (!row) return null
    const { startsAt, endsAt, arrivedAt, missedAt } = row
    return { startsAt, endsAt, arrivedAt, missedAt, centre: directory.centre(row.centre)! }
  }

  const mayChange = (candidateId: number, at: Instant): Result<undefined> =>
    mayArrange(
      application.factsOf(candidateId),
      store.current(candidateId) ?? null,
      application.windowsOf(candidateId),
      at,
    )

  return {
    appointment: (candidateId: number): Appointment | null => appointmentOf(candidateId),

    allocation(candidateId: number): Allocation {
      const { mode } = application.factsOf(candidateId)
      return {
        mode,
        appointment: mode === 2 ? appointmentOf(candidateId) : null,
        officer: mode === 1 ? store.officer(candidateId) : null,
      }
    },

    /** The centre that a candidate has chosen: its staff may help them. */
    centreOf: (candidateId: number): string | null => store.current(candidateId)?.centre ?? null,

    mayChangeAppointment: (candidateId: number, at: Instant = clock.portal()): Result<undefined> =>
      mayChange(candidateId, at),

    /** The candidate's own district, where the search for a centre begins. */
    homeDistrict: (candidateId: number): string => store.district(candidateId),

    /** The latest start of an appointment for this candidate; null if the schedule does not say. */
    appointmentsUntil: (candidateId: number): number | null => free.closingFor(candidateId),

    /** Has any centre a free time left for this candidate? */
    isAnyTimeLeft: (candidateId: number): boolean => free.isAnyLeft(candidateId, clock.portal()),

    /** The free slots for this candidate: of centres in a district (null: anywhere), of one centre, on one day. */
    choices(
      candidateId: number,
      wanted: { district: string | null; centre: string | null; day: string | null },
    ): SlotChoices {
      const now = clock.portal()
      const until = free.until(candidateId, now)
      const within = directory
        .centres()
        .filter(({ district }) => wanted.district === null || district === wanted.district)
      const daysOf = (code: string) => free.daysOf(code, candidateId, now)
      const chosen = within.find(({ code }) => code === wanted.centre)
      const bounds = boundsOf(wanted.day ?? undefined)
      return {
        centres: within.map((place) => ({
          ...place,
          free: daysOf(place.code).reduce((sum, { free }) => sum + free, 0),
        })),
        days: chosen ? daysOf(chosen.code) : [],
        slots:
          chosen && bounds
            ? store.slots(chosen.code, Math.max(now + 1, bounds.from), Math.min(until, bounds.until))
            : [],
      }
    },

    /**
     * Books a slot in place of the current one. Booking the same slot again changes nothing. `at`: when the request
     * arrived.
     */
    book(candidateId: number, slotId: number, at: Instant): Result<Appointment> {
      return db.transact((): Result<Appointment> => {
        const may = mayChange(candidateId, at)
        if (!may.ok) return may
        const slot = store.slot(slotId)
        if (!slot) return refuse('unknown-slot', 404)
        const current = store.current(candidateId)
        if (current?.slotId === slot.id && current.missedAt === null) return ok(appointmentOf(candidateId)!)
        const now = clock.portal()
        const mayTake = mayTakeSlot(slot, at, free.closingFor(candidateId), () => free.isAnyLeft(candidateId, now))
        if (!mayTake.ok) return mayTake
        store.end(candidateId, now)
        store.add(candidateId, slot.id, now)
        tell(candidateId, 'appointment-booked', slot)
        return ok(appointmentOf(candidateId)!)
      })
    },

    /** Cancels the appointment and frees the place. `at`: when the request arrived. */
    cancel(candidateId: number, at: Instant): Result<undefined> {
      return db.transact((): Result<undefined> => {
        const current = store.current(candidateId)
        if (!current) return refuse('no-appointment', 409)
        const may = mayChange(candidateId, at)
        if (!may.ok) return may
        store.end(candidateId, clock.portal())
        tell(candidateId, 'appointment-cancelled', current)
        return ok()
      })
    },

    /** Frees the appointment of a form that no longer goes through a centre. Joins the transaction. */
    releaseOther(candidateId: number): void {
      if (application.factsOf(candidateId).mode !== 2) store.end(candidateId, clock.portal())
    },
  }
}
