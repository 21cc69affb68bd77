import {
  type AllotmentCandidate,
  type AllotmentInput,
  inputFormat,
  type SeatLine,
} from '#server/domain/terms/allotment-format.ts'
import { type RoundPlan, rulesOf } from '#server/domain/terms/cap-rounds.ts'
import { allotSeats } from './engine/allot'
import { type ClosedPool, whyNotAt } from './explained'

const [first, second] = ['900110110', '900210110']

const seat = (choiceCode: string, seatType: SeatLine['seatType']): SeatLine => ({
  choiceCode,
  minority: null,
  seatType,
  count: 1,
})

/** Invented. Each course has a seat that somebody reaches only by another's move or by a conversion. */
const seats: readonly SeatLine[] = [
  seat(first, 'LOPENS'),
  seat(first, 'GOPENS'),
  seat(first, 'LOBCS'),
  seat(first, 'EWS'),
  seat(second, 'GOPENS'),
  seat(second, 'GSCS'),
  seat(second, 'AI'),
]

const nobody: Omit<AllotmentCandidate, 'id' | 'stateMerit' | 'allIndiaMerit'> = {
  gender: 'M',
  category: 'OPEN',
  type: 'A',
  ews: false,
  pwd: false,
  defence: false,
  orphan: false,
  minority: [],
  tfws: false,
  holds: null,
  options: [first, second],
}

/** In the order of merit; all of them prefer the first course. The sixth comes from outside the State. */
const people: readonly Partial<AllotmentCandidate>[] = [
  {},
  { gender: 'F' },
  { category: 'OBC' },
  { gender: 'F' },
  { category: 'SC' },
  { type: 'OMS' },
  { ews: true },
  {},
]

const candidates = people.map(
  (one, place): AllotmentCandidate => ({
    ...nobody,
    ...one,
    id: `c${place + 1}`,
    // The number in the State list, which the sixth is not on.
    stateMerit: one.type === 'OMS' ? null : place + 1 - (place > 5 ? 1 : 0),
    allIndiaMerit: place + 1,
  }),
)

/** A choice above the seat, and the types that refused the candidate there; empty if none is open to them. */
type Missed = { choiceCode: string; pools: readonly ClosedPool[] }

/**
 * A small allotment for readers of the brochure, computed by the engine with the stages of the plan's first round:
 * every candidate with the seat, and with each higher choice that was missed. Source: rules §14.1, §14.5.
 */
export function workedExample(plan: RoundPlan) {
  const { stages } = rulesOf(plan, 1)
  const input: AllotmentInput = { format: inputFormat, round: 1, stages, seats, candidates }
  const { allotments, conversions, closing } = allotSeats(input)
  const missedBy = (candidate: AllotmentCandidate, preference: number): Missed[] =>
    candidate.options.slice(0, preference - 1).map((choiceCode) => ({
      choiceCode,
      pools: whyNotAt(candidate, {
        choiceCode,
        minority: null,
        seatTypes: seats.filter((one) => one.choiceCode === choiceCode).map(({ seatType }) => seatType),
        closing: Object.fromEntries(
          closing.filter((one) => one.choiceCode === choiceCode).map(({ seatType, merit }) => [seatType, merit]),
        ),
      }),
    }))
  return {
    input,
    seats,
    conversions,
    people: candidates.map((candidate) => {
      const seat = allotments.find(({ id }) => id === candidate.id) ?? null
      return { candidate, seat, missed: missedBy(candidate, seat?.preference ?? candidate.options.length + 1) }
    }),
  }
}
