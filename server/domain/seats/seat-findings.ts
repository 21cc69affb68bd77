import { isWaiverCode, type SeatType } from '#server/domain/terms/seat-types.ts'
import type { CourseSeats } from './seat-matrix'

/** What a seat matrix must explain, besides numbers that do not add up. */
export type SeatJump = {
  choiceCode: string
  rule: 'intake' | 'gone' | 'ladies'
  /** The number before: seats, or for `ladies` the seats of which some are ladies'. */
  was: number
  /** The number in this edition. */
  is: number
}

/** The reason with which a line was objected to, by its institute. */
export type Objection = { choiceCode: string; reason: string; at: number }

/** An intake may change by so much before it needs a reason, per cent. */
const mostJump = 20
/** The share of ladies' seats, per cent, that needs no reason, and the number of seats from which it counts. */
const ladiesShare = { least: 24, most: 36, from: 10 } as const

const isLadies = (type: SeatType) => /^L.*S$/.test(type)
const isGeneral = (type: SeatType) => /^G.*S$/.test(type)

/**
 * The jumps of an edition against the one in force: an intake that differs by more than 20 per cent, and a choice code
 * that is gone. Also ladies' seats outside 24 to 36 per cent of ten or more seats for ladies and general candidates.
 * Source: rules §8.3.
 */
export function jumpsOf(before: readonly CourseSeats[] | null, after: readonly CourseSeats[]): SeatJump[] {
  const known = new Map(after.map((course) => [course.choiceCode, course]))
  const jumps = (before ?? []).flatMap(({ choiceCode, sanctioned: was }): SeatJump[] => {
    const now = known.get(choiceCode)
    if (!now) return [{ choiceCode, rule: 'gone', was, is: 0 }]
    const is = now.sanctioned
    return Math.abs(is - was) * 100 > was * mostJump ? [{ choiceCode, rule: 'intake', was, is }] : []
  })
  const ladies = after.flatMap(({ choiceCode, seats }): SeatJump[] => {
    if (isWaiverCode(choiceCode)) return []
    let [is, was] = [0, 0]
    for (const { seatType, count } of seats) {
      if (isLadies(seatType)) is += count
      if (isLadies(seatType) || isGeneral(seatType)) was += count
    }
    const isUsual = is * 100 >= was * ladiesShare.least && is * 100 <= was * ladiesShare.most
    return was < ladiesShare.from || isUsual ? [] : [{ choiceCode, rule: 'ladies', was, is }]
  })
  return [...jumps, ...ladies].sort((a, b) => (a.choiceCode < b.choiceCode ? -1 : a.choiceCode > b.choiceCode ? 1 : 0))
}

/** The key under which the reason for a jump is kept: another number needs another reason. */
export const jumpKey = ({ choiceCode, rule, was, is }: SeatJump): string => `${choiceCode} ${rule} ${was} ${is}`

/** The key of the cell's answer to an objection. */
export const objectionKey = ({ choiceCode, at }: Objection): string => `${choiceCode} objection ${at}`

/** The seats of one type at a choice code that candidates hold. */
export type HeldSeats = { choiceCode: string; seatType: string; held: number }
/** Held seats that an edition does not have any more. */
type LostSeats = HeldSeats & { seats: number }

/** The seats that candidates hold and that this edition takes away, compared with the one in force. */
export function lostSeats(
  held: readonly HeldSeats[],
  before: readonly CourseSeats[] | null,
  after: readonly CourseSeats[],
): LostSeats[] {
  if (!before || !held.length) return []
  const counts = (courses: readonly CourseSeats[]) =>
    new Map<string, number>(
      courses.flatMap(({ choiceCode, seats }) =>
        seats.map(({ seatType, count }) => [`${choiceCode} ${seatType}`, count] as const),
      ),
    )
  const [was, is] = [counts(before), counts(after)]
  return held.flatMap((one) => {
    const key = `${one.choiceCode} ${one.seatType}`
    const seats = is.get(key) ?? 0
    return seats < one.held && seats < (was.get(key) ?? 0) ? [{ ...one, seats }] : []
  })
}
