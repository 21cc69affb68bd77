import { regionOf } from './regions'
import type { Place } from './staff'

/**
 * Where a candidate belongs: to the region of the district that they registered from, and to the centre that they have
 * chosen, once they have.
 */
export const candidatePlace = (district: string, centre: string | null): Place => ({
  centre,
  region: regionOf(district),
  institute: null,
})
