import type { Course } from '#server/courses/course.ts'
import { allotSeats } from '#server/domain/allotment/engine/allot.ts'
import { lastTypeOf } from '#server/domain/allotment/engine/seat-rules.ts'
import {
  type KeptSeat,
  originalsIn,
  type Participant,
  type RoundInput,
  type RoundSeat,
  roundInput,
} from '#server/domain/allotment/input.ts'
import { listOfType, type PastClosing } from '#server/domain/seats/past-closings.ts'
import { seatClaimsOf } from '#server/domain/seats/seat-claims.ts'
import type { Stage } from '#server/domain/terms/allotment-format.ts'
import { type CapRound, roundNumbers, rulesOf } from '#server/domain/terms/cap-rounds.ts'
import { claimsOf } from '#server/domain/terms/claims.ts'
import { isWaiverCode, type SeatType } from '#server/domain/terms/seat-types.ts'
import type { Services } from '#server/features/index.ts'
import { drawAnswers } from './answers'
import { cohortSize } from './cohort'
import { lengthOf, liked } from './cohort-options'
import { type Draw, drawFrom } from './draw'
import { demoSeatMatrix } from './seat-matrix'
import { drawStory } from './stories'

/** How many seasons before this one the demo has figures of, and how many candidates each had beside this year's. */
const sizes = [1.04, 0.93]
/** Of the members of a cohort, these many in 100 reach the final merit list. */
const ranked = 72

/** A participant of an earlier season, with the number of seats that they still care for. */
export type Candidate = Participant & { draw: Draw }

/**
 * The closing merits of the two seasons before this one: the same institutes, another cohort of the same kind, and the
 * portal's own engine, round by round. The same every time.
 */
export function playPastSeasons(portal: Services, size: number): void {
  const { course, pastSeasons } = portal
  pastSeasons.keep(
    seasonsBefore(course, size).flatMap(({ year, count }) => (count ? closingsOf(course, year, count) : [])),
  )
}

/** The seasons before this one, the newest first, with the number of their candidates. `size`: this season's cohort. */
export function seasonsBefore(course: Course, size: number): { year: string; count: number }[] {
  const first = Number(course.academicYear.slice(0, 4))
  const most = Math.min(size, cohortSize(course.slug))
  return sizes.map((share, n) => {
    const year = first - 1 - n
    return { year: `${year}-${year + 1}`, count: Math.round((most * ranked * share) / 100) }
  })
}

export function closingsOf(course: Course, academicYear: string, count: number): PastClosing[] {
  const all = cohortOf(course, academicYear, count)
  const listed = { state: Math.max(1, ...all.map(({ stateMerit }) => stateMerit ?? 0)), allIndia: all.length }
  return [...roundsOf(course, academicYear, all)].flatMap(({ round, stages, result }) =>
    figuresOf({ academicYear, round, listed }, stages, result),
  )
}

/** Plays a season's rounds one after the other, on the seats of this one, so many `times` each. */
export function* roundsOf(course: Course, academicYear: string, all: readonly Candidate[], times = 1) {
  const seats: RoundSeat[] = demoSeatMatrix(course).flatMap(({ choiceCode, minority, seats: own }) =>
    own.map((seat) => ({ choiceCode, minority, ...seat, count: seat.count * times })),
  )
  let [candidates, kept]: [readonly Candidate[], KeptSeat[]] = [all, []]
  for (const round of roundNumbers(course.rounds)) {
    const { stages } = rulesOf(course.rounds, round)
    const made = roundInput(round, stages, seats, candidates, kept)
    if ('code' in made) throw new Error(`${academicYear}: ${made.code} ${made.details[0]}`)
    const result = allotSeats(made.input)
    const after = decided(made, candidates, result, kept)
    yield { round, stages, seats, made, result, after }
    kept = after.kept
    candidates = after.candidates
  }
}

/** The seed of a season's first candidate. */
export const seedOf = (academicYear: string): number => 20_000_000 + Number(academicYear.slice(0, 4)) * 10_000

/** A season's candidates, best first: merit does not depend on anything else. */
export function cohortOf(course: Course, academicYear: string, count: number): Candidate[] {
  const { form } = course
  const matrix = demoSeatMatrix(course)
  const seed = seedOf(academicYear)
  let state = 0
  return Array.from({ length: count }, (_, n) => {
    const draw = drawFrom(seed + n)
    const story = drawStory({ ...form, types: form.types.filter((type) => !type.startsWith('J-')) }, draw)
    const claims = claimsOf(drawAnswers(form, story, draw))!
    const mine = liked(matrix, story.district, draw).filter((code) => claims.isTfws || !isWaiverCode(code))
    return {
      draw,
      candidateId: n + 1,
      type: claims.type as Candidate['type'],
      claims: seatClaimsOf(claims),
      stateMerit: claims.type === 'OMS' ? null : ++state,
      allIndiaMerit: n + 1,
      options: draw.chance(0.1) ? [] : mine.slice(0, lengthOf(draw)),
    }
  })
}

type Result = ReturnType<typeof allotSeats>

/** The round's closing merits, and its vacant seats by the type that they became last. */
function figuresOf(
  {
    academicYear,
    round,
    listed,
  }: { academicYear: string; round: CapRound; listed: Record<'state' | 'allIndia', number> },
  stages: readonly Stage[],
  { allotments, closing, vacancies }: Result,
): PastClosing[] {
  const byPool = new Map<string, PastClosing>()
  const at = (choiceCode: string, seatType: SeatType) => {
    const key = `${choiceCode} ${seatType}`
    const none = { merit: null, listed: listed[listOfType(seatType)], admitted: 0, vacant: 0 }
    const own = byPool.get(key) ?? { academicYear, choiceCode, seatType, round, ...none }
    byPool.set(key, own)
    return own
  }
  for (const { choiceCode, seatType, merit } of closing) at(choiceCode, seatType).merit = merit
  for (const { choiceCode, seatType } of allotments) at(choiceCode, seatType).admitted++
  for (const { choiceCode, seatType, count } of vacancies) at(choiceCode, lastTypeOf(seatType, stages)).vacant += count
  return [...byPool.values()]
}

/** Who freezes, who hopes for better, who leaves: a first choice freezes, the others decide by lot. */
function decided(
  { input, candidateIds: ids }: Pick<RoundInput, 'input' | 'candidateIds'>,
  candidates: readonly Candidate[],
  result: Result,
  before: readonly KeptSeat[],
): { kept: KeptSeat[]; candidates: Candidate[] } {
  const byId = new Map(candidates.map((one) => [one.candidateId, one]))
  const originals = originalsIn(input, result)
  const kept = before.filter(({ isFinal }) => isFinal)
  const out = new Set(kept.map(({ candidateId }) => candidateId))
  for (const { id, choiceCode, seatType, preference } of result.allotments) {
    const candidateId = ids.get(id)!
    const { draw } = byId.get(candidateId)!
    const says =
      preference === 1
        ? 'freeze'
        : draw.weighted([['freeze', 45] as const, ['better', 35] as const, ['leave', 20] as const])
    if (says === 'leave' || draw.chance(0.06)) {
      out.add(candidateId)
      continue
    }
    const isFinal = says === 'freeze'
    if (isFinal) out.add(candidateId)
    kept.push({ candidateId, choiceCode, seatType, originalType: originals.get(id) ?? null, isFinal })
  }
  return { kept, candidates: candidates.filter(({ candidateId }) => !out.has(candidateId)) }
}
