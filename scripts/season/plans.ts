import { mbale } from '#server/courses/courses.ts'
import { cohortCandidate } from '#server/demo/cohort.ts'
import { lengthOf } from '#server/demo/cohort-options.ts'
import { type Draw, drawFrom } from '#server/demo/draw.ts'
import type { CapRound } from '#server/domain/terms/cap-rounds.ts'
import type { Answers } from '#server/domain/terms/question.ts'
import { ist } from '#server/kernel/time.ts'

/** Where somebody's requests come from: a network of their own, a carrier's with hundreds behind it, a café's with dozens. */
type Line = 'own' | 'carrier' | 'cafe'

/** What becomes of a first try to pay: the money comes, it is declined, it comes late, or it comes and nobody says so. */
export type Luck = 'paid' | 'declined' | 'late' | 'untold'

/** What somebody will do in the season, if nobody keeps them from it. The same for the same seed. */
export type Plan = {
  n: number
  line: Line
  network: string
  language: 'en' | 'mr'
  password: string
  form: { fullName: string; email: string; mobile: string; state: string; district: string }
  /** Null for somebody who only registers. */
  answers: Answers | null
  /** The sitting of registration in which they come: 0, 1, or the last one before the deadline. */
  evening: 0 | 1 | 2
  /** They stop after the personal details, and go on in the last sitting. */
  pauses: boolean
  /** They have forgotten their password when they come back. */
  forgets: boolean
  /** Their first file is none that the portal takes. */
  wrongFile: boolean
  luck: Luck
  /** They leave without a word after the merit list. */
  leaves: boolean
  of(round: CapRound): RoundPlan
}

type RoundPlan = {
  list: number
  confirms: boolean
  decision: 'freeze' | 'betterment' | 'nothing'
  goesThere: boolean
  cancels: boolean
}

/** Cohorts of different seeds have nobody in common. */
const apart = 1_000_000

function roundPlan(draw: Draw): RoundPlan {
  return {
    list: draw.chance(0.06) ? 0 : lengthOf(draw),
    confirms: draw.chance(0.94),
    decision: draw.weighted([
      ['freeze', 45],
      ['betterment', 38],
      ['nothing', 17],
    ] as const),
    goesThere: draw.chance(0.96),
    cancels: draw.chance(0.03),
  }
}

const networkOf = (draw: Draw, line: Line, n: number, size: number): string => {
  if (line === 'own') return `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`
  const each = line === 'carrier' ? 400 : 40
  const which = draw.whole(0, Math.ceil(size / 2 / each))
  return line === 'carrier' ? `100.64.${which >> 8}.${which & 255}` : `172.16.${which >> 8}.${which & 255}`
}

/** The plan of the nth of `size` people. */
export function planOf(n: number, size: number, seed: number): Plan {
  const member = cohortCandidate(mbale, seed * apart + n, size, ist('2024-08-12 16:20'))
  const draw = drawFrom(seed * apart + n + 77)
  const { fullName, state, district, application } = member
  const line = draw.weighted<Line>([
    ['own', 45],
    ['carrier', 40],
    ['cafe', 15],
  ])
  const evening = draw.weighted<0 | 1 | 2>([
    [0, 20],
    [1, 30],
    [2, 50],
  ])
  const answers = application?.answers ?? null
  return {
    n,
    line,
    network: networkOf(draw, line, n, size),
    language: draw.chance(0.5) ? 'mr' : 'en',
    password: `Monsoon${24 + (n % 70)}`,
    form: {
      fullName,
      email: `season${seed}.${n}@example.org`,
      mobile: `9${String(300_000_000 + n).padStart(9, '0')}`,
      state,
      district,
    },
    // Everybody takes the e-scrutiny: the centres are no part of this season.
    answers: answers && { ...answers, 'type-of-candidature': { ...answers['type-of-candidature'], mode: '1' } },
    evening,
    pauses: evening < 2 && draw.chance(0.2),
    forgets: draw.chance(0.08),
    wrongFile: draw.chance(0.1),
    luck: draw.weighted<Luck>([
      ['paid', 82],
      ['declined', 8],
      ['late', 6],
      ['untold', 4],
    ]),
    leaves: draw.chance(0.05),
    of: (round) => roundPlan(drawFrom(seed * apart + 10 * n + round)),
  }
}
