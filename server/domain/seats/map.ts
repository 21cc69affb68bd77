/** Latitude and longitude in degrees, in India: `18.5204,73.8567`. */
export type Place = `${number},${number}`

/** The bounds of India, with some margin: degrees. */
const bounds = { latitude: [6, 38], longitude: [68, 98] } as const

/** A place as somebody typed or copied it (`18.5204, 73.8567`) → its spelling here; null if it is none in India. */
export function readPlace(text: string): Place | null {
  const found = /^\s*(\d{1,2}(?:\.\d{1,7})?)\s*,\s*(\d{2}(?:\.\d{1,7})?)\s*$/.exec(text)
  if (!found) return null
  const [latitude, longitude] = [Number(found[1]), Number(found[2])]
  const isWithin = (degrees: number, [from, to]: readonly [number, number]) => degrees >= from && degrees <= to
  if (!isWithin(latitude, bounds.latitude) || !isWithin(longitude, bounds.longitude)) return null
  return `${latitude},${longitude}`
}

/**
 * The address of a map: at a place, or else by a search for an address. It leads to another site, which learns nothing of
 * the visitor but that they ask for this public place.
 */
export function mapAddress(place: Place | null, address: string): string {
  if (place === null) return `https://www.openstreetmap.org/search?query=${encodeURIComponent(address)}`
  const [latitude, longitude] = place.split(',')
  return `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=16/${latitude}/${longitude}`
}
