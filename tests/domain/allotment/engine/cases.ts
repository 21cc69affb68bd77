import type { AllotmentCandidate, AllotmentInput, SeatLine, Stage } from '#server/domain/terms/allotment-format.ts'
import { stages } from '#server/domain/terms/allotment-format.ts'
import type { SeatType } from '#server/domain/terms/seat-types.ts'

/** `A` → 100000001 and `At` → 100000001T: the choice codes of small cases. */
export const codeOf = (letter: string): string =>
  `${100_000_000 + letter.charCodeAt(0) - 64}${letter.endsWith('t') ? 'T' : ''}`

/** Seat lines from a short form: `seats({ A: { GOPENS: 2 } })`. */
export const seats = (
  matrix: Record<string, Partial<Record<SeatType, number>>>,
  minority: Record<string, string> = {},
): SeatLine[] =>
  Object.entries(matrix).flatMap(([letter, types]) =>
    Object.entries(types).map(([seatType, count]) => ({
      choiceCode: codeOf(letter),
      minority: minority[letter] ?? null,
      seatType: seatType as SeatType,
      count,
    })),
  )

/** A man of the open category without claims, numbered `merit` on both lists. `wants` lists his choices: `'DBA'`. */
export const candidate = (
  id: string,
  merit: number,
  wants: string,
  more: Partial<AllotmentCandidate> = {},
): AllotmentCandidate => ({
  id,
  stateMerit: merit,
  allIndiaMerit: merit,
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
  options: (wants.match(/[A-Z]t?/g) ?? []).map(codeOf),
  ...more,
})

export const round = (
  lines: SeatLine[],
  candidates: AllotmentCandidate[],
  enabled: readonly Stage[] = stages,
): AllotmentInput => ({ format: 'pravesh-allotment/1', round: 1, stages: enabled, seats: lines, candidates })

/** A candidate from outside Maharashtra, who is on the All India list only. */
export const outsider = { type: 'OMS', stateMerit: null } as const
