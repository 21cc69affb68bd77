import { stages } from '#server/domain/terms/allotment-format.ts'
import {
  type CapRoundPart,
  type RoundPlan,
  roundActivity,
  roundActivityTitle,
  roundNumbers,
} from '#server/domain/terms/cap-rounds.ts'
import { rupees } from '#server/kernel/money.ts'
import { days, hours, type Instant, ist } from '#server/kernel/time.ts'
import { candidateLimits } from './candidate-limits'
import type { SeasonDefaults, SeedActivity, SeedCentre } from './course'
import { loginLimits, lookUpLimits, otpLimits, recoveryLimits } from './stranger-limits'

/**
 * One centre for each region of technical education, for a new portal; the cell replaces them with its own list.
 * Not an official list: codes, names and addresses are invented.
 */
const oneCentrePerRegion: readonly SeedCentre[] = [
  centre('FC01', 'MH-mumbai-city', ['Mumbai', 'मुंबई'], '022 0000 0101', '18.9388,72.8354'),
  centre('FC02', 'MH-pune', ['Pune', 'पुणे'], '020 0000 0102', '18.5289,73.8744'),
  centre('FC03', 'MH-nashik', ['Nashik', 'नाशिक'], '0253 000 0103', '19.9975,73.7898'),
  centre(
    'FC04',
    'MH-chhatrapati-sambhajinagar',
    ['Chhatrapati Sambhajinagar', 'छत्रपती संभाजीनगर'],
    '0240 000 0104',
    '19.8762,75.3433',
  ),
  centre('FC05', 'MH-amravati', ['Amravati', 'अमरावती'], '0721 000 0105', '20.932,77.7523'),
  centre('FC06', 'MH-nagpur', ['Nagpur', 'नागपूर'], '0712 000 0106', '21.1458,79.0882'),
]

function centre(
  code: string,
  district: string,
  [en, mr]: readonly [string, string],
  phone: string,
  place: string,
): SeedCentre {
  return {
    code,
    name: { en: `Facilitation Centre, ${en}`, mr: `सुविधा केंद्र, ${mr}` },
    district,
    address: { en: `Regional Office of Technical Education, ${en}`, mr: `विभागीय तंत्रशिक्षण कार्यालय, ${mr}` },
    phone,
    place,
    directions: {
      en: 'From the railway station and the bus stand by city bus to the regional office. The centre is on the ground floor.',
      mr: 'रेल्वे स्थानकापासून व बस स्थानकापासून शहर बसने विभागीय कार्यालयापर्यंत. केंद्र तळमजल्यावर आहे.',
    },
  }
}

/** The heading of every page and paper, and the initial settings of all the state cell's courses. */
export const stateCell = {
  cellName: { en: 'State Common Entrance Test Cell', mr: 'राज्य सामाईक प्रवेश परीक्षा कक्ष' },
  cellAddress: {
    en: '8th Floor, New Excelsior Building, A. K. Nayak Marg, Fort, Mumbai 400001',
    mr: '8 वा मजला, न्यू एक्सेलसियर बिल्डिंग, ए. के. नायक मार्ग, फोर्ट, मुंबई 400001',
  },
  loginLinks: {
    'ara-home': 'https://ara.example.org/',
    'ara-courses': 'https://ara.example.org/courses',
    fc: null,
    institute: null,
    ro: null,
    so: null,
    admin: null,
  },
  messageTemplateIds: {},
  otpLimits,
  loginLimits,
  recoveryLimits,
  lookUpLimits,
  candidateLimits,
  newAccountHours: 72,
  mockAllotmentAfter: 0.5,
  rollCall: false,
  ownHours: 24,
  secondReadingPercent: 5,
  paymentTime: { grace: 10, submit: 60 },
  personalData: {
    answerWithin: 30,
    retention: {
      unfinished: { restrict: 90, erase: 180 },
      applicants: { restrict: 365, erase: 1095 },
      admitted: { restrict: 365, erase: 1825 },
      payments: { restrict: null, erase: 2920 },
      messages: { restrict: null, erase: 365 },
      logins: { restrict: null, erase: 365 },
    },
  },
  facilitationCentres: oneCentrePerRegion,
} satisfies Partial<SeasonDefaults>

export const grievanceOfficerOfTheCell = {
  en: 'Grievance Officer, State Common Entrance Test Cell',
  mr: 'तक्रार निवारण अधिकारी, राज्य सामाईक प्रवेश परीक्षा कक्ष',
}

/**
 * The rounds of 2024-25: a first choice freezes in every round, and from the second round on vacant seats are converted
 * through all stages. Source: rules §8.11, §14.5.
 */
const threeRounds: RoundPlan = [
  { autoFreezeUpTo: 1, whoReports: 'frozen', stages: ['I', 'II'] },
  { autoFreezeUpTo: 1, whoReports: 'frozen', stages },
  { autoFreezeUpTo: 1, whoReports: 'frozen', stages },
]

/** The values of the year that the courses share. */
export const season2024 = {
  academicYear: '2024-2025',
  footerDate: '31-03-2025',
  rounds: threeRounds,
  ifCertificateMissed: { 'caste-validity': 'cancel', 'non-creamy-layer': 'keep', 'ews-proforma-v': 'keep' },
  form: {
    nonCreamyLayerValidOn: '2025-03-31',
    familyIncomeLimit: rupees(800_000),
    borderDistricts: ['KA-belagavi', 'KA-bidar', 'KA-kalaburagi', 'KA-uttara-kannada'],
  },
} as const satisfies Partial<Record<keyof SeasonDefaults, unknown>>

/** The titles of the activities outside the rounds, by their keys. */
const titles = {
  registration: { en: 'Registration and application form', mr: 'नोंदणी आणि अर्ज भरणे' },
  scrutiny: { en: 'Scrutiny and confirmation of applications', mr: 'अर्जांची छाननी आणि निश्चिती' },
  certificates: {
    en: 'Upload of other pending certificates',
    mr: 'इतर प्रलंबित प्रमाणपत्रे सादर करणे',
  },
  'certificates-ews-proforma-v': {
    en: 'Upload of pending EWS certificates',
    mr: 'प्रलंबित ईडब्ल्यूएस प्रमाणपत्र सादर करणे',
  },
  'certificates-non-creamy-layer': {
    en: 'Upload of pending non-creamy-layer certificates',
    mr: 'प्रलंबित नॉन-क्रीमी लेयर प्रमाणपत्र सादर करणे',
  },
  'certificates-caste-validity': {
    en: 'Upload of pending caste validity certificates',
    mr: 'प्रलंबित जात वैधता प्रमाणपत्र सादर करणे',
  },
  'provisional-merit': { en: 'Provisional merit list', mr: 'तात्पुरती गुणवत्ता यादी' },
  grievances: { en: 'Grievances on the provisional merit list', mr: 'तात्पुरत्या गुणवत्ता यादीवरील तक्रारी' },
  'final-merit': { en: 'Final merit list', mr: 'अंतिम गुणवत्ता यादी' },
  'late-registration': {
    en: 'Registration for seats outside the rounds (non-CAP)',
    mr: 'फेऱ्यांबाहेरील जागांसाठी नोंदणी (नॉन-कॅप)',
  },
} as const

/** An activity outside the rounds, `from` and `until` as in `2024-07-12 10:00`; without `until`, a publication. */
export const activity = (key: keyof typeof titles, from: string, until?: string): SeedActivity => ({
  key,
  title: titles[key],
  opensAt: ist(from),
  closesAt: until === undefined ? null : ist(until),
})

/** The due dates of certificates that are awaited, by kind; the rest are due first. `from`: when they may be handed in. */
export const certificateSchedule = (from: string): SeedActivity[] => [
  activity('certificates', from, '2024-08-19 17:00'),
  activity('certificates-ews-proforma-v', from, '2024-08-19 17:00'),
  activity('certificates-non-creamy-layer', from, '2024-08-20 17:00'),
  activity('certificates-caste-validity', from, '2024-08-21 17:00'),
]

/**
 * The activities of the rounds, thirteen days apart: options for four days, the allotment two days after they
 * close, acceptance until 15:00 of its last day, then reporting at the institutes. `opensAt`: 10:00 of the day on which
 * the first option form opens.
 */
export const roundSchedule = (plan: RoundPlan, opensAt: Instant): SeedActivity[] =>
  roundNumbers(plan).flatMap((round) => {
    const at = (day: number, hour = 10) => (opensAt + days(13 * (round - 1) + day) + hours(hour - 10)) as Instant
    const part = (name: CapRoundPart, from: Instant, until: Instant | null): SeedActivity => ({
      key: roundActivity(round, name),
      title: roundActivityTitle(round, name),
      opensAt: from,
      closesAt: until,
    })
    return [
      part('options', at(0), at(3, 17)),
      part('allotment', at(5, 17), null),
      part('acceptance', at(6), at(8, 15)),
      part('reporting', at(9), at(11, 17)),
    ]
  })

/**
 * Online cancellation, from the first acceptance until 17:00 of the cut-off date, some days after the last round's
 * reporting. `opensAt`: as for `roundSchedule`. Source: rules §9.4.
 */
export const cancellationSchedule = (plan: RoundPlan, opensAt: Instant): SeedActivity => ({
  key: 'cancellation',
  title: { en: 'Cancelling an admission online', mr: 'ऑनलाइन प्रवेश रद्द करणे' },
  opensAt: (opensAt + days(6)) as Instant,
  closesAt: (opensAt + days(13 * (plan.length - 1) + 21) + hours(7)) as Instant,
})
