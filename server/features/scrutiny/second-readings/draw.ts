import { createHash, createHmac, randomBytes } from 'node:crypto'
import type { Clock } from '#server/adapters/clock.ts'
import type { Course } from '#server/courses/course.ts'
import { isDrawn, lastReadings, lotOf, shareOf } from '#server/domain/scrutiny/second-readings.ts'
import { auditActor, type RecordAct } from '#server/domain/terms/audit.ts'
import type { StaffMember } from '#server/domain/terms/staff.ts'
import type { SecondReadingsStore } from './store'

/** A form as it was confirmed. `centre`: null in e-scrutiny; `isUnopened`: not every document was opened. */
type Confirmed = { candidateId: number; userId: string; version: number; centre: string | null; isUnopened: boolean }

/**
 * Draws confirmed forms for a second reading. Who confirms a form cannot know its lot, because the seed is secret; whoever gets
 * the seed after the season can repeat every draw. Joins the transaction of the confirmation. Source: rules §5.9.
 */
export function createDraw({
  store,
  clock,
  course,
  record,
}: {
  store: SecondReadingsStore
  clock: Pick<Clock, 'portal'>
  course: Pick<Course, 'secondReadingPercent'>
  record: RecordAct
}) {
  function seedFor(by: StaffMember): string {
    const known = store.seed()
    if (known !== null) return known
    const seed = randomBytes(32).toString('hex')
    store.putSeed(seed, clock.portal())
    const hash = createHash('sha256').update(seed).digest('hex')
    record(auditActor(by), 'second-readings.seed-made', { of: 'scrutiny' }, { hash })
    return seed
  }

  return (by: StaffMember, { candidateId, userId, version, centre, isUnopened }: Confirmed): void => {
    const lot = lotOf(createHmac('sha256', seedFor(by)).update(`${userId} ${version}`).digest('hex'))
    const share = shareOf(course.secondReadingPercent, { misses: store.misses(by.id, lastReadings), isUnopened })
    if (!isDrawn(lot, share)) return
    store.draw({ candidateId, version, firstId: by.id, centre, confirmedAt: clock.portal(), lot, share })
  }
}

export type Draw = ReturnType<typeof createDraw>
