import { townOf } from '#server/domain/seats/distance.ts'
import {
  type CourseFee,
  type Facility,
  facilities,
  type Hostel,
  type InstituteFacts,
} from '#server/domain/seats/institutes.ts'
import { type Place, readPlace } from '#server/domain/seats/map.ts'
import type { CourseSeats } from '#server/domain/seats/seat-matrix.ts'
import { findDistrict } from '#server/domain/terms/places.ts'
import { isWaiverCode } from '#server/domain/terms/seat-types.ts'
import type { Services } from '#server/features/index.ts'
import type { Bilingual, Language } from '#server/kernel/languages.ts'
import { rupees } from '#server/kernel/money.ts'
import { type Draw, drawFrom } from './draw'
import { demoMarathiNames, demoSeatMatrix } from './seat-matrix'

const roads: readonly Bilingual[] = [
  { en: 'Station Road', mr: 'स्टेशन रोड' },
  { en: 'College Road', mr: 'कॉलेज रोड' },
  { en: 'Market Yard Road', mr: 'मार्केट यार्ड रोड' },
  { en: 'Ring Road', mr: 'रिंग रोड' },
  { en: 'Lake Road', mr: 'तलाव रोड' },
  { en: 'Old Fort Road', mr: 'जुना किल्ला रोड' },
]
const forWhom: readonly (readonly [Hostel, number])[] = [
  ['none', 3],
  ['women', 2],
  ['men', 1],
  ['both', 4],
]
/** Every institute has these. */
const usual: readonly Facility[] = ['library', 'computers']

/** The way from the station, in both languages. */
const ways: readonly Bilingual[] = [
  { en: 'Ten minutes on foot from the bus stand.', mr: 'बस स्थानकापासून पायी दहा मिनिटे.' },
  { en: 'By city bus from the railway station to the main gate.', mr: 'रेल्वे स्थानकापासून मुख्य प्रवेशद्वारापर्यंत शहर बस.' },
  {
    en: 'Shared rickshaws run from the bus stand to the campus. The entrance with a ramp is at the back.',
    mr: 'बस स्थानकापासून परिसरापर्यंत शेअर रिक्षा मिळतात. उताराचे प्रवेशद्वार मागील बाजूस आहे.',
  },
]

/** Some place within about 15 km of the district's main town. */
function placeOf(district: string, draw: Draw): Place | null {
  const town = townOf(district)
  if (!town) return null
  const [latitude, longitude] = town.split(',').map(Number) as [number, number]
  const moved = (degrees: number) => (degrees + draw.whole(-120, 120) / 1000).toFixed(4)
  return readPlace(`${moved(latitude)},${moved(longitude)}`)
}

/** Facts of an institute, drawn by lot: the same for the same code. */
function factsOf({ instituteCode: code, district }: CourseSeats, nameMr: string): InstituteFacts {
  const draw = drawFrom(8_500_000 + Number(code))
  const [house, road, place] = [draw.whole(1, 240), draw.pick(roads), findDistrict('MH', district)!]
  const addressIn = (language: Language) => `${house}, ${road[language]}, ${place[language].replace(/ \(.*/, '')}`
  return {
    code,
    nameMr,
    address: addressIn('en'),
    addressMr: addressIn('mr'),
    phone: `020-0000${code}`,
    email: `office@institute-${code}.example`,
    website: `https://institute-${code}.example/`,
    hostel: draw.weighted(forWhom),
    facilities: facilities.filter((facility) => usual.includes(facility) || draw.chance(0.6)),
    place: placeOf(district, draw),
    directions: draw.pick(ways),
  }
}

/** The annual fee of a course. A government institute asks less; a seat with a fee waiver costs an eighth. */
function feeOf({ choiceCode, status }: CourseSeats): CourseFee {
  const draw = drawFrom(Number(choiceCode.slice(0, 9)))
  const thousands = status === 'Government' ? draw.whole(32, 48) : draw.whole(85, 210)
  return { choiceCode, annualFee: rupees(isWaiverCode(choiceCode) ? thousands * 125 : thousands * 1000) }
}

/** Enters the facts of the demo's institutes and the annual fees of their courses, as an admin would. */
export function playInstitutes(portal: Services): void {
  const courses = demoSeatMatrix(portal.course)
  const names = demoMarathiNames(portal.course)
  const firstOf = new Map(courses.map((course) => [course.instituteCode, course]))
  const admin = portal.staff.list().find(({ loginName }) => loginName === 'admin')!
  portal.directory.saveInstitutes(admin, {
    institutes: [...firstOf.values()].map((one) => factsOf(one, names.get(one.instituteCode)!)),
    fees: courses.map(feeOf),
  })
}
