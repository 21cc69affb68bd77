import type { Bilingual } from '#server/kernel/languages.ts'
import { type CivilDate, civilDate, type Instant } from '#server/kernel/time.ts'
import type { Holiday } from './schedule-draft'

/** The public holidays of a state for one year, as notified. `source`: where and when they were published. */
type HolidaysOfYear = { year: number; source: Bilingual; days: readonly Holiday[] }

/** The list has one name for a day, so it is in both languages. */
const day = (date: string, en: string, mr: string): Holiday => ({ date: date as CivilDate, name: `${en} · ${mr}` })

/**
 * The public holidays of Maharashtra for the years whose notification is known here, Bhaubeej of the state's offices
 * included. A year is added once the General Administration Department has notified it, usually in December before it;
 * until then the desk enters its list by hand. Several days follow the moon, and the state may still move one.
 */
const maharashtra: readonly HolidaysOfYear[] = [
  {
    year: 2026,
    source: {
      en: 'Government of Maharashtra, General Administration Department: notification of 9 December 2025 under section 25 of the Negotiable Instruments Act, 1881, as printed by Lokmat Times on 10 and News9 on 16 December 2025',
      mr: 'महाराष्ट्र शासन, सामान्य प्रशासन विभाग: परक्राम्य संलेख अधिनियम, 1881 च्या कलम 25 नुसार 9 डिसेंबर 2025 ची अधिसूचना; लोकमत टाइम्सने 10 आणि न्यूज9 ने 16 डिसेंबर 2025 रोजी छापल्याप्रमाणे',
    },
    days: [
      day('2026-01-26', 'Republic Day', 'प्रजासत्ताक दिन'),
      day('2026-02-15', 'Mahashivratri', 'महाशिवरात्री'),
      day('2026-02-19', 'Chhatrapati Shivaji Maharaj Jayanti', 'छत्रपती शिवाजी महाराज जयंती'),
      day('2026-03-03', 'Holi (second day)', 'होळी (दुसरा दिवस)'),
      day('2026-03-19', 'Gudhi Padwa', 'गुढी पाडवा'),
      day('2026-03-21', 'Ramzan-Id (Id-Ul-Fitra)', 'रमझान ईद (ईद-उल-फित्र)'),
      day('2026-03-26', 'Ram Navami', 'रामनवमी'),
      day('2026-03-31', 'Mahavir Janmakalyanak', 'महावीर जन्मकल्याणक'),
      day('2026-04-03', 'Good Friday', 'गुड फ्रायडे'),
      day('2026-04-14', 'Dr. Babasaheb Ambedkar Jayanti', 'डॉ. बाबासाहेब आंबेडकर जयंती'),
      day('2026-05-01', 'Maharashtra Din, Buddha Pournima', 'महाराष्ट्र दिन, बुद्ध पौर्णिमा'),
      day('2026-05-28', 'Bakri Id (Id-Uz-Zuha)', 'बकरी ईद (ईद-उल-झुहा)'),
      day('2026-06-26', 'Moharum', 'मोहरम'),
      day('2026-08-15', 'Independence Day, Parsi New Year', 'स्वातंत्र्य दिन, पारशी नववर्ष'),
      day('2026-08-26', 'Id-E-Milad', 'ईद-ए-मिलाद'),
      day('2026-09-14', 'Ganesh Chaturthi', 'गणेश चतुर्थी'),
      day('2026-10-02', 'Mahatma Gandhi Jayanti', 'महात्मा गांधी जयंती'),
      day('2026-10-20', 'Dasara', 'दसरा'),
      day('2026-11-08', 'Diwali Amavasya (Laxmi Pujan)', 'दिवाळी अमावस्या (लक्ष्मीपूजन)'),
      day('2026-11-10', 'Diwali (Bali Pratipada)', 'दिवाळी (बलिप्रतिपदा)'),
      day('2026-11-11', 'Bhaubeej', 'भाऊबीज'),
      day('2026-11-24', 'Guru Nanak Jayanti', 'गुरू नानक जयंती'),
      day('2026-12-25', 'Christmas', 'नाताळ'),
    ],
  },
]

/**
 * The calendar years of a season: those of its dates, and without any date both years of its name (`2027-2028`). In order.
 */
export function yearsOfSeason(academicYear: string, dates: readonly Instant[]): number[] {
  const years = dates.length
    ? dates.map((date) => Number(civilDate(date).slice(0, 4)))
    : academicYear.split('-').map(Number)
  return [...new Set(years)].sort((one, other) => one - other)
}

/** The years with a known list, each with its source and those of its days that a list of holidays does not have. */
export const missingStateHolidays = (holidays: readonly Pick<Holiday, 'date'>[]): HolidaysOfYear[] => {
  const known = new Set(holidays.map(({ date }) => date))
  return maharashtra.map((list) => ({ ...list, days: list.days.filter(({ date }) => !known.has(date)) }))
}

/** The holidays of Maharashtra that fall on the same date every year, whatever else a year's notification names. */
const everyYear = ['01-26', '04-14', '05-01', '08-15', '10-02', '12-25']
export const isFixedHoliday = (date: CivilDate): boolean => everyYear.includes(date.slice(5))
