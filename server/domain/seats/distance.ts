import type { Place } from './map'

/** Latitude and longitude of the main town of each district of Maharashtra, in degrees. */
const towns: ReadonlyMap<string, Place> = new Map([
  ['MH-ahilyanagar', '19.1,74.74'],
  ['MH-akola', '20.71,77.0'],
  ['MH-amravati', '20.93,77.76'],
  ['MH-beed', '18.99,75.76'],
  ['MH-bhandara', '21.17,79.65'],
  ['MH-buldhana', '20.53,76.18'],
  ['MH-chandrapur', '19.96,79.3'],
  ['MH-chhatrapati-sambhajinagar', '19.88,75.34'],
  ['MH-dharashiv', '18.19,76.04'],
  ['MH-dhule', '20.9,74.78'],
  ['MH-gadchiroli', '20.18,80.0'],
  ['MH-gondia', '21.46,80.2'],
  ['MH-hingoli', '19.72,77.15'],
  ['MH-jalgaon', '21.01,75.56'],
  ['MH-jalna', '19.84,75.88'],
  ['MH-kolhapur', '16.7,74.24'],
  ['MH-latur', '18.4,76.57'],
  ['MH-mumbai-city', '18.94,72.83'],
  ['MH-mumbai-suburban', '19.07,72.86'],
  ['MH-nagpur', '21.15,79.09'],
  ['MH-nanded', '19.15,77.31'],
  ['MH-nandurbar', '21.37,74.24'],
  ['MH-nashik', '20.0,73.79'],
  ['MH-palghar', '19.7,72.77'],
  ['MH-parbhani', '19.27,76.77'],
  ['MH-pune', '18.52,73.86'],
  ['MH-raigad', '18.64,72.87'],
  ['MH-ratnagiri', '16.99,73.3'],
  ['MH-sangli', '16.85,74.57'],
  ['MH-satara', '17.68,74.0'],
  ['MH-sindhudurg', '16.11,73.7'],
  ['MH-solapur', '17.66,75.91'],
  ['MH-thane', '19.2,72.97'],
  ['MH-wardha', '20.74,78.6'],
  ['MH-washim', '20.11,77.13'],
  ['MH-yavatmal', '20.39,78.13'],
])

/** The main town of a district (`MH-pune`); null for a district outside Maharashtra, of which none is known. */
export const townOf = (district: string): Place | null => towns.get(district) ?? null

/**
 * The straight line between two places in whole tens of kilometres, at least 10: one end is only the main town of a
 * district, so a finer figure would promise too much. Roads are longer.
 */
export function aboutKilometres(from: Place, to: Place): number {
  const [a, b] = [radians(from), radians(to)]
  const half = (one: number, other: number) => Math.sin((other - one) / 2) ** 2
  const chord = half(a[0], b[0]) + Math.cos(a[0]) * Math.cos(b[0]) * half(a[1], b[1])
  const kilometres = 2 * 6371 * Math.asin(Math.min(1, Math.sqrt(chord)))
  return Math.max(10, Math.round(kilometres / 10) * 10)
}

const radians = (place: Place): [latitude: number, longitude: number] => {
  const [latitude, longitude] = place.split(',')
  return [(Number(latitude) * Math.PI) / 180, (Number(longitude) * Math.PI) / 180]
}
