import type { StagesByRound } from '../domain/allotment-runs'
import type { FormRules } from '../domain/application-form/form-rules'
import type { CapRound } from '../domain/cap-rounds'
import type { FirstLine, LoginLink } from '../domain/menu'
import type { MeritCriterion } from '../domain/merit-ranking'
import type { Bilingual, Language } from '../kernel/languages'
import type { Instant } from '../kernel/time'

/**
 * A course profile: everything in which one course differs from another, as data. A portal is a profile plus its own
 * database and files. What the cell may change while it runs (schedule, notices) is only *seeded* from here.
 */
export type CourseProfile = {
  /** The first part of every address: `/mbale/candidate/…`. */
  slug: string
  /** Two letters before the year in the Application ID. */
  applicationIdPrefix: string
  /** Two digits: the year of admission in the Application ID. */
  applicationIdYear: string
  cellName: Bilingual
  cellAddress: Bilingual
  courseTitle: Bilingual
  /** Short enough for the top bar of a phone. */
  courseShortTitle: Bilingual
  academicYear: string
  /** As printed in the footer. */
  footerDate: string
  contact: CourseContact
  grievanceOfficer: { name: Bilingual; email: string }
  /** Ask for an OTP at every login, beside the password. */
  loginNeedsOtp: boolean
  otpLimits: OtpLimits
  /** Rupees; convert-fee opens only below this sum of payments. */
  convertFeeThreshold: number
  applicationFees: { open: number; reserved: number }
  /** Choices up to this number freeze by themselves when one of them is allotted, by round. Source: decisions §8. */
  autoFreezeUpTo: Readonly<Record<CapRound, number>>
  /** What the application form asks and accepts. */
  form: FormRules
  /** What merit lists compare, in order; the first one is the ranking percentage. */
  merit: readonly MeritCriterion[]
  /** The lines with which the visitor's sidebar begins, in order. */
  firstLines: readonly FirstLine[]
  /** Where the sidebar's Login Links lead; null is the built-in desk. */
  loginLinks: Readonly<Record<LoginLink, string | null>>
  /** The SMS/WhatsApp provider's template ids, by message and language. */
  messageTemplateIds: Readonly<Partial<Record<string, Readonly<Partial<Record<Language, string>>>>>>
  /** The stages of conversion of each round of the allotment. */
  allotmentStages: StagesByRound
  /** After which share of a round's time for options the mock allotment is run: 0.5, in the middle; null: never. */
  mockAllotmentAfter: number | null
  schedule: readonly SeedActivity[]
  notices: readonly SeedNotice[]
  news: readonly SeedNotice[]
  /** The title is the question, the body its answer. */
  faq: readonly SeedNotice[]
  facilitationCentres: readonly SeedCentre[]
}

export type CourseContact = { phone: string; email: string; hours: Bilingual }

export type OtpLimits = {
  /** Per number and purpose. */
  perPurposeHourly: number
  /** Per number, all purposes together. */
  perNumberHourly: number
  /** Per address of the network; beyond it known candidates are slowed, never refused. */
  perIpHourly: number
  /** The breaker: registration OTPs of the whole portal in ten minutes. */
  registrationPerTenMinutes: number
}

export type SeedActivity = {
  key: string
  title: Bilingual
  opensAt: Instant
  /** Null for something that happens at one instant, such as a publication. */
  closesAt: Instant | null
}

/** `district`: its code (`MH-pune`), from which the region follows. */
export type SeedCentre = { code: string; name: Bilingual; district: string; address: Bilingual }

export type SeedNotice = { title: Bilingual; body: Bilingual; publishedAt: Instant }
