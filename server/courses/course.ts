import type { FormLimits, FormRules, FormShape } from '#server/domain/application/form/form-rules.ts'
import type { ApplicationFees } from '#server/domain/money/fees.ts'
import type { PersonalDataRules } from '#server/domain/privacy/retention.ts'
import type { AwaitedKind, MissedOutcome } from '#server/domain/scrutiny/certificates.ts'
import type { CellPicture, PicturePart } from '#server/domain/season/cell-pictures.ts'
import type { FirstLine, LoginLink } from '#server/domain/site/menu.ts'
import type { QuestionPhase } from '#server/domain/site/notices.ts'
import { type RoundPlan, roundWords } from '#server/domain/terms/cap-rounds.ts'
import type { MeritCriterion } from '#server/domain/terms/criteria.ts'
import type { PaymentTime } from '#server/domain/terms/payment-states.ts'
import type { Bilingual, Language } from '#server/kernel/languages.ts'
import type { Paise } from '#server/kernel/money.ts'
import type { Instant } from '#server/kernel/time.ts'
import type { CandidateLimits } from './candidate-limits'
import type { LoginLimits, LookUpLimits, OtpLimits, RecoveryLimits } from './stranger-limits'

/**
 * The shape of a course, from which its rules and screens are built. It holds no value that changes from year to year,
 * so a new season needs a new profile only if the rules change shape. Source: rules §13.1.
 */
export type CourseProfile = {
  /** The first part of every address: `/mbale/candidate/…`. */
  slug: string
  courseTitle: Bilingual
  courseShortTitle: Bilingual
  /** Fits the head of a phone in one line with the year: about 15 letters. */
  courseBarTitle: Bilingual
  /** Ask for an OTP at every login, in addition to the password. */
  loginNeedsOtp: boolean
  /** The shape of the application form. */
  form: FormShape
  /** The words of its own questions and criteria by their keys: `form:qualifications-details.drawing`. */
  words?: Readonly<Record<string, Bilingual>>
  /** The first lines of the visitor's sidebar, in order. */
  firstLines: readonly FirstLine[]
}

/**
 * The values of one season. A new portal starts with them; values that the cell stores in the database later override
 * them (schedule, notices, centres, contacts, links, fees). Source: rules §13.1, §13.2.
 */
export type SeasonDefaults = {
  /** `2024-2025`. */
  academicYear: string
  /** Two letters before the year in the Application ID. */
  applicationIdPrefix: string
  cellName: Bilingual
  cellAddress: Bilingual
  /** As printed in the footer. */
  footerDate: string
  contact: CourseContact
  grievanceOfficer: { name: Bilingual; email: string }
  otpLimits: OtpLimits
  /** For this many hours after an admin makes or resets an account, the two count as one person. */
  newAccountHours: number
  loginLimits: LoginLimits
  recoveryLimits: RecoveryLimits
  lookUpLimits: LookUpLimits
  candidateLimits: CandidateLimits
  applicationFees: ApplicationFees
  /** Paid once in the season, at the first acceptance of a seat. */
  seatAcceptanceFee: Paise
  /** The rounds of the centralised admission process. */
  rounds: RoundPlan
  /** What becomes of an admission when an awaited certificate is missed after the rounds, by its kind. */
  ifCertificateMissed: Readonly<Record<AwaitedKind, MissedOutcome>>
  /** The limits of the application form. */
  form: FormLimits
  /** The criteria of merit lists, in order; the first one is the ranking percentage. */
  merit: readonly MeritCriterion[]
  /** The targets of the sidebar's Login Links; null means the built-in desk. */
  loginLinks: Readonly<Record<LoginLink, string | null>>
  /** The SMS/WhatsApp provider's template ids, by message and language. */
  messageTemplateIds: Readonly<Partial<Record<string, Readonly<Partial<Record<Language, string>>>>>>
  /** The share of a round's time for options after which the mock allotment runs: 0.5, in the middle; null: never. */
  mockAllotmentAfter: number | null
  /** Is everybody in play asked before each round if they are still in? Source: rules §8.26. */
  rollCall: boolean
  /** Hours that a candidate has after a late decision on a grievance, or after a reset by the institute. */
  ownHours: number
  /** The share of confirmed forms, in percent, that another officer reads again. */
  secondReadingPercent: number
  /** How long payments may take around a deadline. */
  paymentTime: PaymentTime
  /** How long each class of personal data is kept, and the term for requests about it. */
  personalData: PersonalDataRules
  schedule: readonly SeedActivity[]
  notices: readonly SeedNotice[]
  news: readonly SeedNotice[]
  /** The title is the question, the body its answer. */
  faq: readonly SeedQuestion[]
  facilitationCentres: readonly SeedCentre[]
}

/** A course in one of its seasons: all the differences between one portal and another. */
export type Course = Omit<CourseProfile, 'form'> &
  Omit<SeasonDefaults, 'form'> & {
    /** Two digits: the year of admission in the Application ID. */
    applicationIdYear: string
    form: FormRules
    /** The cell's own pictures, in place of the portal's sign and of the name in letters. */
    pictures: Readonly<Record<PicturePart, CellPicture | null>>
  }

/** The year in which an academic year begins: 2024 of `2024-2025`. */
const firstYearOf = (academicYear: string): string => academicYear.slice(0, 4)

/** A course in a season. The Application IDs and the form take their year from the academic year. */
export const courseIn = (profile: CourseProfile, season: SeasonDefaults): Course => ({
  ...profile,
  ...season,
  pictures: { logo: null, letterhead: null },
  applicationIdYear: firstYearOf(season.academicYear).slice(2),
  form: { ...profile.form, ...season.form, admissionYear: Number(firstYearOf(season.academicYear)) },
})

/** The first parts of addresses that belong to the whole server. */
const takenSlugs = ['assets', 'demo', 'healthz', 'metrics', 'readyz']

/**
 * The same courses. Throws a RangeError for one that no portal can serve: a slug, a prefix of Application IDs or a number
 * of rounds that the addresses and IDs have no room for.
 */
export function checkedCourses(courses: readonly Course[]): readonly Course[] {
  const isTwice = (of: (course: Course) => string, course: Course) =>
    courses.filter((other) => of(other) === of(course)).length > 1
  for (const course of courses) {
    const { slug, applicationIdPrefix: prefix, rounds } = course
    const faults = [
      !/^[a-z]+$/.test(slug) && 'the slug is not of the letters a to z',
      takenSlugs.includes(slug) && 'the slug is an address of the server',
      isTwice((one) => one.slug, course) && 'the slug belongs to another course, too',
      !/^[A-Z]{2}$/.test(prefix) && `the prefix "${prefix}" of Application IDs is not two capital letters`,
      isTwice((one) => one.applicationIdPrefix, course) && `the prefix "${prefix}" belongs to another course, too`,
      (rounds.length < 1 || rounds.length > roundWords.length) &&
        `${rounds.length} rounds: a season has 1 to ${roundWords.length}`,
    ].filter((fault) => fault !== false)
    if (faults.length) throw new RangeError(`the course "${slug}" in server/courses: ${faults.join('; ')}`)
  }
  return courses
}

type CourseContact = { phone: string; email: string; hours: Bilingual }

export type SeedActivity = {
  key: string
  title: Bilingual
  opensAt: Instant
  /** Null for an event at one instant, such as a publication. */
  closesAt: Instant | null
}

/** `district`: its code (`MH-pune`), which determines the region. `place`: `18.5204,73.8567`. */
export type SeedCentre = {
  code: string
  name: Bilingual
  district: string
  address: Bilingual
  phone: string | null
  place: string | null
  directions: Bilingual | null
}

export type SeedNotice = { title: Bilingual; body: Bilingual; publishedAt: Instant }

export type SeedQuestion = SeedNotice & { phase: QuestionPhase }
