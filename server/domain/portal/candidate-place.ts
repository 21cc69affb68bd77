import { regionOf } from './regions'
import type { Place } from './staff'

/**
 * The place of a candidate: the region of the district in which they registered, and the centre that they have chosen,
 * if any.
 */
export const candidatePlace = (district: string, centre: string | null): Place => ({
  centre,
  region: regionOf(district),
  institute: null,
})
