import { expect, test } from 'vitest'
import { courseIn } from '#server/courses/course.ts'
import { roundSchedule } from '#server/courses/state-cell.ts'
import { surfaceCoatingDiploma } from '#server/courses/surface-coating-diploma.ts'
import { surfaceCoatingDiplomaSeason } from '#server/courses/surface-coating-diploma-season.ts'
import { beginningOf, firstPhase } from '#server/demo/phases.ts'
import { stages } from '#server/domain/terms/allotment-format.ts'
import { type CapRound, type RoundPlan, roundNumbers, roundOfActivity } from '#server/domain/terms/cap-rounds.ts'
import type { Seat } from '#server/features/admission/seat-acceptance/seats.ts'
import { days, hours, ist, plus } from '#server/kernel/time.ts'
import { isWhole } from '#tests/support/extent.ts'
import { brokenInvariants } from '#tests/support/invariants.ts'
import { openPortal } from '#tests/support/portal.ts'

/** The rules of 2025: thresholds 1, 3 and 6, and a fourth round that freezes any seat. Source: rules §8.11. */
const rounds: RoundPlan = [
  { autoFreezeUpTo: 1, whoReports: 'frozen', stages: ['I', 'II'] },
  { autoFreezeUpTo: 3, whoReports: 'frozen', stages },
  { autoFreezeUpTo: 6, whoReports: 'frozen', stages },
  { autoFreezeUpTo: 'any', whoReports: 'frozen', stages },
]
const firstOptions = ist('2024-08-24 10:00')
const { schedule } = surfaceCoatingDiplomaSeason
const course = courseIn(surfaceCoatingDiploma, {
  ...surfaceCoatingDiplomaSeason,
  rounds,
  schedule: [...schedule.filter(({ key }) => roundOfActivity(key) === null), ...roundSchedule(rounds, firstOptions)],
})

/** Does the rule of 2025 freeze a seat of this round at this preference? */
const isFrozenBy2025 = (round: CapRound, preference: number | null): boolean =>
  round === 4 || (preference !== null && preference <= [1, 3, 6][round - 1]!)

// In `npm test` the rules of the domain and the portal of four rounds hold case 62; a whole season plays it in `test:all`.
test.runIf(isWhole)(
  'case 62: the rules of 2025, as data, are played through four rounds',
  async () => {
    const portal = await openPortal({ mode: 'demo', at: beginningOf(firstPhase), slugs: ['scd'], course, cohort: 120 })
    const { services } = portal
    const seatsOf = (round: CapRound): Seat[] => [...services.seatAcceptance.seatsOfRound(round)].flat()
    const moveTo = async (day: number, hour: number, round: CapRound) => {
      const at = new Date(plus(firstOptions, days(13 * (round - 1) + day) + hours(hour - 10))).toISOString()
      expect((await portal.ask('POST', '/demo/clock', { body: { at } })).status).toBe(200)
    }
    let frozenBelowFirst = 0
    for (const round of roundNumbers(rounds)) {
      await moveTo(5, 18, round)
      expect(services.results.rounds()).toHaveLength(round)
      expect(await brokenInvariants(services, { isJustPublished: true })).toEqual([])
      for (const { mustFreeze, decisions, offer } of seatsOf(round)) {
        expect([offer.preference, mustFreeze]).toEqual([offer.preference, isFrozenBy2025(round, offer.preference)])
        expect(decisions).toEqual(mustFreeze ? ['freeze'] : ['freeze', 'betterment'])
        if (round < 4 && mustFreeze && offer.preference! > 1) frozenBelowFirst++
      }
      await moveTo(12, 10, round)
      expect(await brokenInvariants(services, { isJustPublished: false })).toEqual([])
    }
    expect(frozenBelowFirst).toBeGreaterThan(2)
    // The fourth round is final: nobody holds a seat for betterment any more.
    const states = new Set(seatsOf(4).map(({ state }) => state))
    expect(
      [...states].filter((state) => !['admitted', 'not-reported', 'not-accepted', 'ended'].includes(state)),
    ).toEqual([])
    expect(seatsOf(4).filter(({ state }) => state === 'admitted').length).toBeGreaterThan(0)
  },
  120_000,
)
