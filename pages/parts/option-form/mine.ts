import { type CapRound, roundNumbers } from '#server/domain/terms/cap-rounds.ts'
import { isSpecialSeatType, type SeatType } from '#server/domain/terms/seat-types.ts'
import type { CandidatePage, Page } from '#server/features/index.ts'
import { chancesIn } from './head'

/** Is the reader of a public page a candidate who is signed in? */
export const isCandidates = (page: Page): page is CandidatePage => page.session !== null

/** The round for which somebody chooses: the open one, else the next without a result, else the last. */
export function roundAhead({ services }: Pick<Page, 'services'>): CapRound {
  const rounds = roundNumbers(services.course.rounds)
  const isOut = services.results.rounds()
  return services.optionForm.openRound() ?? rounds.find((round) => !isOut.includes(round)) ?? rounds[rounds.length - 1]!
}

/**
 * What a public page needs to say how a candidate stands at its courses: their merit numbers, and where the browser finds
 * the chances. Null for visitors, and for candidates without a number.
 */
export function standingOn(page: Page) {
  if (!isCandidates(page)) return null
  const merit = page.services.optionForm.merit(page.actor.candidateId)
  if (merit.state === null && merit.allIndia === null) return null
  const round = roundAhead(page)
  const closedRound = page.services.optionForm.closedRound(round)
  return { page, head: { round, merit, closedRound, chances: chancesIn(page, round) } }
}

/** Of which round of which year the last ranks for a round are; null where none is known. */
export function lastOf({ services }: Pick<Page, 'services'>, closed: CapRound | null, round: CapRound) {
  if (closed !== null) return { year: services.course.academicYear, round: closed }
  const [year] = services.pastSeasons.years()
  return year ? { year, round } : null
}

/**
 * The last ranks of the newest earlier season by a type of seat, for everybody, by choice code; null if there is none, or
 * for a type that public tables do not name. Source: rules §7.3.
 */
export function publicLasts(page: Pick<Page, 'services'>, choiceCodes: readonly string[], seatType: SeatType) {
  const { pastSeasons } = page.services
  const [year] = pastSeasons.years()
  if (!year || isSpecialSeatType(seatType)) return null
  const round = roundAhead(page)
  const found = pastSeasons
    .figuresAt(choiceCodes, [seatType], round, 1)
    .map(({ choiceCode, merit, vacant }) => [choiceCode, { merit, isLeft: vacant > 0 }] as const)
  return { year, round, seatType, byCode: new Map(found) }
}
