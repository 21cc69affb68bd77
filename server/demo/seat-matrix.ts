import type { Course } from '#server/courses/course.ts'
import { type CourseSeats, type Seats, shareOf } from '#server/domain/seats/seat-matrix.ts'
import { findDistrict } from '#server/domain/terms/places.ts'
import { type Region, regionalDistricts, regionOf } from '#server/domain/terms/regions.ts'
import { compareSeatTypes, type SeatType } from '#server/domain/terms/seat-types.ts'
import type { Services } from '#server/features/index.ts'
import { seatMatrixCsv } from '#server/features/seats/seat-matrix/published.ts'
import type { Bilingual, Language } from '#server/kernel/languages.ts'
import { civilDate, days, plus } from '#server/kernel/time.ts'
import { type Draw, drawFrom } from './draw'

/** The size of the demo's seat matrix. `intakes`: per institute; those of minorities are listed separately. */
type Size = { course: string; second?: string; names: readonly Bilingual[]; intakes: number[]; minorities: number[] }

const repeated = (count: number, least: number, most: number, draw: Draw) =>
  Array.from({ length: count }, () => draw.whole(least, most))

const sizes: Record<string, ((draw: Draw) => Size) | undefined> = {
  mbale: (draw) => ({
    course: 'Master of Business Administration (Direct Second Year)',
    second: 'Master of Management Studies (Direct Second Year)',
    names: [
      { en: 'Institute of Management', mr: 'व्यवस्थापन संस्था' },
      { en: 'School of Business', mr: 'बिझनेस स्कूल' },
      { en: 'College of Management Studies', mr: 'व्यवस्थापन महाविद्यालय' },
    ],
    intakes: [60, ...repeated(17, 12, 16, draw), ...repeated(17, 5, 9, draw)],
    minorities: repeated(5, 10, 16, draw),
  }),
  scd: (draw) => ({
    course: 'Diploma in Surface Coating Technology',
    names: [
      { en: 'Polytechnic', mr: 'तंत्रनिकेतन' },
      { en: 'Institute of Chemical Technology', mr: 'रासायनिक तंत्रज्ञान संस्था' },
    ],
    intakes: [60, ...repeated(2, 30, 40, draw), ...repeated(2, 15, 20, draw)],
    minorities: [20],
  }),
}

/** A course that is not listed above gets a few institutes. */
const fewInstitutes =
  (course: string) =>
  (draw: Draw): Size => ({
    course,
    names: [
      { en: 'Institute of Technology', mr: 'तंत्रज्ञान संस्था' },
      { en: 'College of Professional Studies', mr: 'व्यावसायिक शिक्षण महाविद्यालय' },
    ],
    intakes: [60, ...repeated(2, 30, 40, draw), ...repeated(2, 15, 20, draw)],
    minorities: [20],
  })

const founders: readonly Bilingual[] = [
  { en: 'Sahyadri', mr: 'सह्याद्री' },
  { en: 'Godavari', mr: 'गोदावरी' },
  { en: 'Krishna', mr: 'कृष्णा' },
  { en: 'Ajanta', mr: 'अजिंठा' },
  { en: 'Indrayani', mr: 'इंद्रायणी' },
  { en: 'Panchganga', mr: 'पंचगंगा' },
  { en: 'Vidarbha', mr: 'विदर्भ' },
  { en: 'Konkan', mr: 'कोकण' },
  { en: 'Bhima', mr: 'भीमा' },
]
const universities: Record<Region, string> = {
  amravati: 'Sant Gadge Baba Amravati University',
  'chhatrapati-sambhajinagar': 'Dr. Babasaheb Ambedkar Marathwada University',
  mumbai: 'University of Mumbai',
  nagpur: 'Rashtrasant Tukadoji Maharaj Nagpur University',
  nashik: 'Kavayitri Bahinabai Chaudhari North Maharashtra University',
  pune: 'Savitribai Phule Pune University',
}
const communities = ['religion-muslim', 'religion-christian', 'religion-jain', 'language-gu', 'language-hi'] as const

/** The share of each type among the State's seats: the shares of the categories, a third of each for ladies. */
const shares: readonly (readonly [SeatType, number])[] = (
  [
    ['OPENS', 36],
    ['SCS', 13],
    ['STS', 7],
    ['VJS', 3],
    ['NT1S', 2.5],
    ['NT2S', 3.5],
    ['NT3S', 2],
    ['OBCS', 19],
    ['SEBCS', 10],
  ] as const
).flatMap(([of, share]) => [[`G${of}`, share * 0.7] as const, [`L${of}`, share * 0.3] as const])
const specials: readonly (readonly [SeatType, number])[] = [
  ['PWDOPENS', 3],
  ['PWDRS', 1],
  ['DEFOPENS', 3],
  ['DEFRS', 1],
]

/** The largest institute has a seat of every type, so that each can be found somewhere. */
const everyType: Partial<Record<SeatType, number>> = Object.fromEntries(
  shares.map(([type]) => [type, 1]).concat(specials.map(([type]) => [type, 1])),
)

/**
 * The institutes of a course with their seats, drawn by lot and the same every time: every identity of a seat matrix
 * holds, and every type of seat occurs.
 */
export const demoSeatMatrix = (course: DemoCourse): CourseSeats[] => drawn(course).courses

/** The Marathi names of those institutes, by code. */
export const demoMarathiNames = (course: DemoCourse): ReadonlyMap<string, string> => drawn(course).marathiNames

type DemoCourse = Pick<Course, 'slug' | 'courseTitle'> & Partial<Pick<Course, 'form'>>

function drawn({ slug, courseTitle, form }: DemoCourse): {
  courses: CourseSeats[]
  marathiNames: ReadonlyMap<string, string>
} {
  const draw = drawFrom(8_000_000 + slug.length)
  const without = form?.withoutSeatTypes ?? []
  const { course, second, names, intakes, minorities } = (sizes[slug] ?? fewInstitutes(courseTitle.en))(draw)
  const marathiNames = new Map<string, string>()
  const taken = new Set<string>()
  const courses = [...intakes, ...minorities].flatMap((sanctioned, nth) => {
    // The first one is where the demo's institute persona works.
    const district = nth === 0 ? 'MH-pune' : draw.pick(regionalDistricts)
    const isMinority = nth >= intakes.length
    const isGovernment = !isMinority && (nth === 0 || draw.chance(0.2))
    const code = String(9001 + nth)
    const [first, kind, place] = [draw.pick(founders), draw.pick(names), findDistrict('MH', district)!]
    // No two institutes have one name: a later one has the next founder whose name is free there.
    const isFree = (founder: Bilingual) => !taken.has(`${founder.en} ${kind.en} ${district}`)
    const after = founders.indexOf(first)
    const founder = [...founders.slice(after), ...founders.slice(0, after)].find(isFree) ?? first
    taken.add(`${founder.en} ${kind.en} ${district}`)
    const nameIn = (language: Language) =>
      `${founder[language]} ${kind[language]}, ${place[language].replace(/ \(.*/, '')}`
    marathiNames.set(code, nameIn('mr'))
    const institute = {
      instituteCode: code,
      institute: nameIn('en'),
      university: universities[regionOf(district)!],
      district,
      status: isGovernment ? 'Government' : 'Un-Aided',
      autonomy: nth === 0 || draw.chance(0.15) ? 'Autonomous' : 'Non-Autonomous',
      minority: isMinority ? communities[(nth - intakes.length) % communities.length]! : null,
    }
    const made = (digits: string, name: string, intake: number, isFull: boolean) =>
      courseOf(
        draw,
        { ...institute, choiceCode: `${code}${digits}`, course: name },
        { intake, isGovernment, isFull, without },
      )
    const courses = made('10110', course, sanctioned, nth === 0)
    return second && (nth === 1 || nth === 2) ? [...courses, ...made('10210', second, 6, false)] : courses
  })
  return { courses, marathiNames }
}

type Facts = Omit<CourseSeats, 'sanctioned' | 'maharashtra' | 'minoritySeats' | 'allIndia' | 'instituteLevel' | 'seats'>

/** `isFull`: with a seat of every type. `without`: types of seat that the course does not have. */
type Kind = { intake: number; isGovernment: boolean; isFull: boolean; without: readonly SeatType[] }

/** A course, with the choice code of its tuition fee waiver if it is large enough for one. */
function courseOf(
  draw: Draw,
  facts: Facts,
  { intake: sanctioned, isGovernment, isFull, without }: Kind,
): CourseSeats[] {
  const isMinority = facts.minority !== null
  const instituteLevel = isGovernment ? 0 : shareOf(sanctioned, 20)
  const minoritySeats = isMinority ? shareOf(sanctioned, 51) : 0
  const allIndia = shareOf(isMinority ? sanctioned - instituteLevel - minoritySeats : sanctioned, 15)
  const maharashtra = sanctioned - instituteLevel - minoritySeats - allIndia
  const counts = new Map<SeatType, number>(Object.entries(isFull ? everyType : {}) as [SeatType, number][])
  for (const type of without) counts.delete(type)
  const has = ([type]: readonly [SeatType, number]) => !without.includes(type)
  const add = (type: SeatType, count = 1) => {
    if (!without.includes(type)) counts.set(type, (counts.get(type) ?? 0) + count)
  }
  add('ORPHAN', shareOf(maharashtra, 1))
  const taken = () => [...counts.values()].reduce((sum, count) => sum + count, 0)
  while (taken() < maharashtra) {
    if (isMinority) add(draw.chance(0.3) ? 'LOPENS' : 'GOPENS')
    else add(draw.weighted((draw.chance(0.08) ? specials : shares).filter(has)))
  }
  add('MI', minoritySeats)
  add('AI', allIndia)
  if (!isMinority) add('EWS', shareOf(sanctioned, 10))
  const totals = { maharashtra, minoritySeats, allIndia, instituteLevel }
  const none = { maharashtra: 0, minoritySeats: 0, allIndia: 0, instituteLevel: 0 }
  const waiver = isMinority || without.includes('TFWS') ? 0 : shareOf(sanctioned, 5)
  const main = { ...facts, ...totals, sanctioned, seats: inOrder(counts) }
  if (!waiver) return [main]
  const seats: Seats[] = [{ seatType: 'TFWS', count: waiver }]
  return [main, { ...facts, ...none, choiceCode: `${facts.choiceCode}T`, sanctioned: waiver, seats }]
}

const inOrder = (counts: ReadonlyMap<SeatType, number>): Seats[] =>
  [...counts]
    .filter(([, count]) => count > 0)
    .map(([seatType, count]) => ({ seatType, count }))
    .sort((a, b) => compareSeatTypes(a.seatType, b.seatType))

/**
 * Imports the demo's seat matrix, has the institutes attest it and publishes it, as the two admins and the institutes
 * would. The institute persona objects to a line; the cell answers, and explains what is unusual.
 */
export function playSeatMatrix(portal: Services): void {
  const by = (name: string) => portal.staff.list().find(({ loginName }) => loginName === name)!
  const { seatMatrix, seatAttestation } = portal
  const courses = demoSeatMatrix(portal.course)
  const file = [...seatMatrixCsv(courses)].join('')
  const taken = seatMatrix.importText(by('admin'), 'demo-seat-matrix.csv', file)
  if (!taken.ok) throw new Error(`the demo's seat matrix is refused: ${JSON.stringify(taken.refusal)}`)
  const id = taken.value
  const tomorrow = civilDate(plus(portal.clock.portal(), days(1)))
  seatMatrix.ask(by('admin'), id, { intent: 'ask', date: tomorrow, time: '17:00' })
  const institute = by('institute')
  const own = courses.find(({ instituteCode }) => instituteCode === institute.institute)
  if (own) {
    const reason = 'Our sanctioned intake is right, but the university is named with its old address.'
    seatAttestation.answer(institute, id, [{ choiceCode: own.choiceCode, reason }])
  }
  const others = new Set(
    courses.map(({ instituteCode }) => instituteCode).filter((code) => code !== institute.institute),
  )
  for (const code of others) seatAttestation.recordPaper(by('admin'), id, code)
  const { findings } = seatMatrix.edition(by('admin'), id)!
  for (const choiceCode of new Set(findings.map((finding) => finding.choiceCode))) {
    const reason = 'As in the letter of the university of 2 July 2024.'
    seatMatrix.override(by('admin'), id, { intent: 'override', choiceCode, reason, seen: seatMatrix.seen(id)! })
  }
  const published = seatMatrix.publish(by('admin-2'), id, seatMatrix.seen(id)!)
  if (!published.ok) throw new Error(`the demo's seat matrix is not published: ${published.refusal.code}`)
}
