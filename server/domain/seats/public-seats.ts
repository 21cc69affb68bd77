import { isSpecialSeatType, seatTypes } from '#server/domain/terms/seat-types.ts'

/** The public name for seat types that reveal something about a person. Source: rules §7.3. */
export const specialSeat = 'Special'

/** The seat types that public pages distinguish, in order. */
export const publicSeatTypes: readonly string[] = [...seatTypes.filter((type) => !isSpecialSeatType(type)), specialSeat]

/** Compares seat types by their place on public pages. */
export const comparePublicSeatTypes = (a: string, b: string): number =>
  publicSeatTypes.indexOf(a) - publicSeatTypes.indexOf(b)
