import { courses } from '#server/courses/courses.ts'
import {
  type CapRound,
  type CapRoundPart,
  capRoundParts,
  roundActivity,
  roundNumbers,
} from '#server/domain/terms/cap-rounds.ts'
import { days, type Instant, ist, plus } from '#server/kernel/time.ts'

/** The first course has as many rounds as any. */
const roundsOfDemo: readonly CapRound[] = roundNumbers(courses[0]!.rounds)

/** The phases of an admission in the demo, in order. */
export const demoPhases = [
  'registration',
  'scrutiny',
  'provisional-merit',
  'final-merit',
  ...roundsOfDemo.flatMap((round) => capRoundParts.map((part) => roundActivity(round, part))),
  'closed',
] as const
export type DemoPhase = (typeof demoPhases)[number]

/**
 * Moments of the first round, by the schedule that the courses share: the option form once most lists are confirmed,
 * the allotment just after its publication, acceptance and reporting half-way through. The rounds are thirteen days
 * apart.
 */
const inRoundOne: Readonly<Record<CapRoundPart, Instant>> = {
  options: ist('2024-08-26 12:00'),
  allotment: ist('2024-08-29 18:00'),
  acceptance: ist('2024-08-31 12:00'),
  reporting: ist('2024-09-03 12:00'),
}

const ofRounds = Object.fromEntries(
  roundsOfDemo.flatMap((round) =>
    capRoundParts.map((part) => [roundActivity(round, part), plus(inRoundOne[part], days(13 * (round - 1)))]),
  ),
)

const begins: Readonly<Partial<Record<DemoPhase, Instant>>> = {
  registration: ist('2024-08-12 16:20'),
  scrutiny: ist('2024-08-15 10:00'),
  'provisional-merit': ist('2024-08-17 18:00'),
  'final-merit': ist('2024-08-22 18:00'),
  ...ofRounds,
  closed: ist('2024-10-06 10:00'),
}

/** The moment at which a phase begins. */
export const beginningOf = (phase: DemoPhase): Instant => begins[phase]!

/** The phase in which everybody's facts are drawn; later phases are played from there. */
export const firstPhase = 'registration'

/** The phase of a newly seeded demo: the one with the most to try. */
export const defaultPhase: DemoPhase = 'round-2-options'

export const isDemoPhase = (name: unknown): name is DemoPhase => (demoPhases as readonly unknown[]).includes(name)
