import type { CapRound } from '#server/domain/terms/cap-rounds.ts'
import { isAllIndiaSeatType, isSpecialSeatType, type SeatType } from '#server/domain/terms/seat-types.ts'
import { comparePublicSeatTypes, specialSeat } from './public-seats'

/**
 * How far a round of an earlier season reached at a choice code by a type of seat. `merit`: the last number admitted, on
 * the list that ranks the type, null if nobody was; `listed`: how many candidates that list had; `vacant`: seats that
 * stayed empty. Source: rules §8.21.
 */
export type PastClosing = {
  academicYear: string
  choiceCode: string
  seatType: SeatType
  round: CapRound
  merit: number | null
  listed: number
  admitted: number
  vacant: number
}

/** The earlier seasons that pages show beside this one, so that three years are side by side. */
export const shownSeasons = 2

/** `2023-2024`: two years in a row. */
export const academicYearPattern = '^(20[0-9]{2})-(20[0-9]{2})$'

/** Is this an academic year, written as two years in a row, that began before another one? */
export function isEarlierSeason(academicYear: string, present: string): boolean {
  const years = new RegExp(academicYearPattern).exec(academicYear)
  return years !== null && Number(years[2]) === Number(years[1]) + 1 && academicYear < present
}

/** Why the figures of a line contradict each other: the column and the stem of its words; null if they do not. */
export function closingFault({ merit, listed, admitted, vacant }: PastClosing): {
  column: string
  why: 'closing-beyond' | 'closing-nobody' | 'closing-empty' | 'closing-more'
} | null {
  if (merit === null && admitted > 0) return { column: 'merit', why: 'closing-nobody' }
  if (merit !== null && admitted === 0) return { column: 'admitted', why: 'closing-nobody' }
  if (merit !== null && merit > listed) return { column: 'merit', why: 'closing-beyond' }
  if (merit !== null && admitted > merit) return { column: 'admitted', why: 'closing-more' }
  return admitted === 0 && vacant === 0 ? { column: 'vacant', why: 'closing-empty' } : null
}

/** Does the All India list rank this type? The State list ranks all others. */
export const listOfType = (seatType: string): 'allIndia' | 'state' =>
  isAllIndiaSeatType(seatType) ? 'allIndia' : 'state'

/**
 * Closing merits of several seasons side by side. `years`: the newest first. In `byCode`, by the nine digits of a choice
 * code: a row for each public type of seat, with each year's last numbers by round.
 */
export type ClosingYears = {
  years: readonly string[]
  byCode: {
    readonly [choiceCode: string]: readonly {
      seatType: string
      years: readonly (readonly { round: CapRound; merit: number }[])[]
    }[]
  }
}

/**
 * Puts closing merits side by side as everybody may read them: special types of seat together, and the waiver's seats
 * among them (rules §7.3). A round that admitted nobody there is left out. Null if there is no figure at all.
 */
export function closingYears(
  years: readonly string[],
  rows: readonly (Pick<PastClosing, 'academicYear' | 'choiceCode' | 'seatType' | 'round'> & { merit: number | null })[],
): ClosingYears | null {
  const byCode = new Map<string, Map<string, Map<string, number>>>()
  for (const { academicYear, choiceCode, seatType, round, merit } of rows) {
    if (merit === null) continue
    const code = choiceCode.slice(0, 9)
    const type = isSpecialSeatType(seatType) ? specialSeat : seatType
    const types = byCode.get(code) ?? new Map<string, Map<string, number>>()
    const numbers = types.get(type) ?? new Map<string, number>()
    const of = `${academicYear} ${round}`
    numbers.set(of, Math.max(merit, numbers.get(of) ?? 0))
    byCode.set(code, types.set(type, numbers))
  }
  if (!byCode.size) return null
  const rounds = [...new Set(rows.map(({ round }) => round))].sort((a, b) => a - b)
  const ofYear = (numbers: ReadonlyMap<string, number>, year: string) =>
    rounds.flatMap((round) => {
      const merit = numbers.get(`${year} ${round}`)
      return merit === undefined ? [] : [{ round, merit }]
    })
  return {
    years,
    byCode: Object.fromEntries(
      [...byCode].map(([code, types]) => [
        code,
        [...types]
          .sort(([a], [b]) => comparePublicSeatTypes(a, b))
          .map(([seatType, numbers]) => ({ seatType, years: years.map((year) => ofYear(numbers, year)) })),
      ]),
    ),
  }
}
