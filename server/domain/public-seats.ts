import { isSpecialSeatType, seatTypes } from './seat-types'

/** What stands in lists for everybody in place of a type that says something about a person. Source: decisions §7. */
export const specialSeat = 'Special'

/** The types of seat as everybody may tell them apart, in order. */
export const publicSeatTypes: readonly string[] = [...seatTypes.filter((type) => !isSpecialSeatType(type)), specialSeat]
