import { courses } from '../courses/courses'
import { type CapRound, capRoundParts, roundActivity, roundNumbers } from '../domain/seats/cap-rounds'
import { type Instant, ist } from '../kernel/time'

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

/** The phases whose parts of the portal exist, with the moment at which each begins, by the first course's schedule. */
export const builtPhases: Partial<Record<DemoPhase, Instant>> = {
  registration: ist('2024-08-12 16:20'),
  scrutiny: ist('2024-08-15 10:00'),
  'provisional-merit': ist('2024-08-17 18:00'),
  'final-merit': ist('2024-08-22 18:00'),
  'round-1-options': ist('2024-08-26 12:00'),
  'round-1-allotment': ist('2024-08-29 18:00'),
}

/** The phase in which everybody's facts are drawn; later phases are played from there. */
export const firstPhase = 'registration'

/** The phase of a newly seeded demo: the latest one available. */
export const defaultPhase: DemoPhase = demoPhases.filter((phase) => builtPhases[phase] !== undefined).at(-1)!

export const isDemoPhase = (name: unknown): name is DemoPhase => (demoPhases as readonly unknown[]).includes(name)
