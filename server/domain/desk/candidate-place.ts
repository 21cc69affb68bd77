import { regionOf } from '#server/domain/terms/regions.ts'
import type { Place } from '#server/domain/terms/staff.ts'

/**
 * The place of a candidate: the region of the district in which they registered, and the centre that they have chosen,
 * if any.
 */
export const candidatePlace = (district: string, centre: string | null): Place => ({
  centre,
  region: regionOf(district),
  institute: null,
})
