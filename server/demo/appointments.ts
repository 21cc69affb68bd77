import type { Course } from '#server/courses/course.ts'
import { isFixedHoliday } from '#server/domain/season/state-holidays.ts'
import { regionOf } from '#server/domain/terms/regions.ts'
import { civilDate, days, hours, type Instant, istOffset, minutes } from '#server/kernel/time.ts'
import type { Progress } from './applications'
import type { DemoStore } from './store'

/** Centres receive candidates from 10:00 to 18:00, half an hour each. */
const opening = { from: hours(10), until: hours(18), length: minutes(30) }
/** Candidates of the cohort per slot; the remaining places are for players. */
const capacity = 6
const forCohort = 4

/** No centre works on a Sunday, nor on a holiday of every year. */
const isSunday = (at: number): boolean => new Date(at + istOffset).getUTCDay() === 0

type Slot = { id: number; startsAt: number; left: number }

/**
 * Slots of every centre, from ten days before `now` to the end of scrutiny or of late registration, whichever is later,
 * and appointments for forms that a centre confirms: past ones for confirmed forms, and future ones. Joins the
 * transaction of the seed.
 */
export function demoAppointments(
  store: Pick<DemoStore, 'addSlot' | 'addAppointment'>,
  { facilitationCentres, schedule, form }: Course,
  now: Instant,
) {
  const endOf = (key: string) => schedule.find((one) => one.key === key)?.closesAt ?? now
  const scrutinyEnds = endOf('scrutiny')
  const until = Math.max(scrutinyEnds, endOf('late-registration'))
  const midnight = now - ((now + istOffset) % days(1))
  const slots = new Map<string, Slot[]>()
  if (form.modes.some((mode) => mode === 2)) for (const { code } of facilitationCentres) slots.set(code, slotsOf(code))

  function slotsOf(centre: string): Slot[] {
    const made: Slot[] = []
    for (let day = midnight - days(10); day < until; day += days(1)) {
      if (isSunday(day) || isFixedHoliday(civilDate(day as Instant))) continue
      for (let hour = opening.from; hour < opening.until; hour += opening.length) {
        const startsAt = day + hour
        if (startsAt >= until) break
        const id = store.addSlot(centre, startsAt, startsAt + opening.length, capacity)
        made.push({ id, startsAt, left: startsAt < scrutinyEnds ? forCohort : 0 })
      }
    }
    return made
  }

  /** The centre of a candidate's region; the first centre for somebody outside all regions. */
  const centreOf = (district: string) =>
    (facilitationCentres.find((centre) => regionOf(centre.district) === regionOf(district)) ?? facilitationCentres[0])
      ?.code ?? ''

  /** The first free slot from an instant on. */
  const next = (centre: string, from: number) =>
    slots.get(centre)?.find(({ startsAt, left }) => startsAt >= from && left > 0)

  return {
    /** Gives a candidate in mode 2 an appointment, if there is room; `centre` defaults to the one of their region. */
    add(
      candidateId: number,
      district: string,
      { submittedAt, confirmedAt }: Pick<Progress, 'submittedAt' | 'confirmedAt'>,
      centre = centreOf(district),
    ): void {
      if (submittedAt === null) return
      const slot = next(centre, confirmedAt === null ? now : Math.max(submittedAt, confirmedAt - days(1)))
      if (!slot || (confirmedAt !== null && slot.startsAt > now)) return
      slot.left--
      store.addAppointment({
        candidateId,
        slotId: slot.id,
        bookedAt: submittedAt,
        arrivedAt: confirmedAt === null ? null : confirmedAt - minutes(12 + (candidateId % 30)),
      })
    },
  }
}
