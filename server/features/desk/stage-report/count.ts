import type { Clock } from '#server/adapters/clock.ts'
import {
  linesOf,
  nowhere,
  returnColumns,
  type StageDimension,
  type StagePlace,
  seasonStages,
  stageDimensions,
  stagesOf,
} from '#server/domain/admission/stages.ts'
import {
  addToYield,
  seatsOver,
  type YieldDimension,
  type YieldEnd,
  yieldDimensions,
  yieldMeasures,
} from '#server/domain/admission/yield.ts'
import type { DueName } from '#server/domain/money/fees.ts'
import { claimsOf } from '#server/domain/terms/claims.ts'
import type { RefundReason } from '#server/domain/terms/payment-states.ts'
import type { Answers } from '#server/domain/terms/question.ts'
import { type Region, regionOf } from '#server/domain/terms/regions.ts'
import type { Seat } from '#server/features/admission/seat-acceptance/seats.ts'
import type { SeatAcceptance } from '#server/features/admission/seat-acceptance/service.ts'
import { type Cell, countBy } from '#server/kernel/counts.ts'
import { keptCount } from '#server/kernel/kept-count.ts'
import type { Instant } from '#server/kernel/time.ts'
import type { CountedCandidate, MoneyLine, StageReportStore } from './store'

export type StageCountDeps = {
  store: StageReportStore
  clock: Pick<Clock, 'portal'>
  acceptance: Pick<SeatAcceptance, 'newestRound' | 'seatsOfRound'>
}

type SeatAtInstitute = Seat & { institute: string }
type CountedInstitute = { name: string; region: Region | null; intake: number }

/** A seat that a round gave, where it is counted, and what became of it: the line behind a figure. */
export type CountedSeat = {
  candidateId: number
  place: Readonly<Record<YieldDimension, string>>
  end: YieldEnd
}

/** Candidates at each stage, what became of the seats of each round, and those admitted by line and gender of the annual return, by the same dimensions. */
const returnDimensions = [...stageDimensions, 'line'] as const
const newCount = () => ({
  stages: countBy(stageDimensions, seasonStages),
  returns: countBy(returnDimensions, returnColumns),
  yields: countBy(yieldDimensions, yieldMeasures),
  seats: [] as CountedSeat[],
})
export type Count = {
  at: Instant
  stages: Cell<StageDimension, (typeof seasonStages)[number]>[]
  returns: Cell<(typeof returnDimensions)[number], (typeof returnColumns)[number]>[]
  yields: Cell<YieldDimension, (typeof yieldMeasures)[number]>[]
  /** By candidate, then by round. */
  seats: readonly CountedSeat[]
  institutes: Map<string, CountedInstitute>
  payments: MoneyLine<DueName>[]
  refunds: MoneyLine<RefundReason>[]
}

/** Candidates read at a time, some milliseconds. */
const readAtOnce = 500

/** Counts every candidate once, by all dimensions of the report. */
export function createStageCount({ store, clock, acceptance }: StageCountDeps) {
  return keptCount(async (rest): Promise<Count> => {
    const codeOf = new Map<string, string>()
    const institutes = new Map<string, CountedInstitute>()
    for (const { choiceCode, code, name, district, intake } of store.institutes()) {
      codeOf.set(choiceCode, code)
      institutes.set(code, { name, region: regionOf(district), intake: (institutes.get(code)?.intake ?? 0) + intake })
    }
    const seats = new Map<number, SeatAtInstitute[]>()
    for (let round = 1; round <= (acceptance.newestRound() ?? 0); round++)
      for (const piece of acceptance.seatsOfRound(round)) {
        for (const seat of piece) {
          const own = seats.get(seat.offer.candidateId)
          const one = { ...seat, institute: codeOf.get(seat.offer.choiceCode) ?? nowhere }
          if (own) own.push(one)
          else seats.set(seat.offer.candidateId, [one])
        }
        await rest()
      }
    const counts = newCount()
    for (let after = 0; ; await rest()) {
      const piece = store.candidates(after, readAtOnce)
      for (const candidate of piece) {
        const { jkAdmittedTo } = candidate
        const jkInstitute = jkAdmittedTo === null ? null : (codeOf.get(jkAdmittedTo) ?? nowhere)
        add(candidate, seats.get(candidate.id) ?? [], jkInstitute, counts)
      }
      if (piece.length < readAtOnce) break
      after = piece[piece.length - 1]!.id
    }
    const money = { payments: store.payments(), refunds: store.refunds() }
    const { stages, returns, yields, seats: given } = counts
    const cells = { stages: stages.cells(), returns: returns.cells(), yields: yields.cells() }
    return { at: clock.portal(), ...cells, seats: given, institutes, ...money }
  })
}

const parsed = (text: string | null) => (text === null ? undefined : JSON.parse(text))

/**
 * Adds a candidate and their seats, oldest first, at the place of their category, gender, district, type and institute.
 * `jkInstitute`: where they are admitted as a J&K migrant.
 */
function add(
  candidate: CountedCandidate,
  seats: readonly SeatAtInstitute[],
  jkInstitute: string | null,
  { stages, returns, yields, seats: given }: ReturnType<typeof newCount>,
): void {
  const seat = seats[seats.length - 1] ?? null
  const claims = claimsOf({
    'type-of-candidature': parsed(candidate.typeAnswers),
    'category-details': parsed(candidate.categoryAnswers),
    'personal-details': parsed(candidate.personalAnswers),
  } as Answers)
  const place: StagePlace = {
    category: claims?.category ?? nowhere,
    gender: claims?.gender ?? nowhere,
    district: candidate.district,
    type: claims?.type ?? nowhere,
    institute: seat?.institute ?? jkInstitute ?? nowhere,
  }
  const reached = stagesOf({
    isSubmitted: candidate.isSubmitted === 1,
    isConfirmed: candidate.isConfirmed === 1,
    isInFinalMerit: candidate.isInFinalMerit === 1,
    hasOptions: candidate.hasOptions === 1,
    isJkAdmitted: jkInstitute !== null,
    seat,
  })
  const counts = stages.at(place)
  for (const stage of reached) counts[stage]++
  for (const one of seatsOver(seats)) {
    const { offer, institute } = one[0]
    const where = { round: String(offer.round), institute, category: place.category, seatType: offer.seatType }
    given.push({ candidateId: candidate.id, place: where, end: addToYield(yields.at(where), one) })
  }
  if (!claims) return
  const lines = [...(reached.includes('admitted') ? linesOf(claims) : []), ...(jkInstitute === null ? [] : ['jk'])]
  for (const line of lines) returns.at({ ...place, line })[claims.gender ?? nowhere]++
}

export type StageCount = ReturnType<typeof createStageCount>
