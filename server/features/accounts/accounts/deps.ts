import type { Database } from '#db/client.ts'
import type { Clock } from '#server/adapters/clock.ts'
import type { Course } from '#server/courses/course.ts'
import { otpRules } from '#server/domain/accounts/otp.ts'
import { applicationId } from '#server/domain/application/application-id.ts'
import type { Send, Tell } from '#server/domain/messages/message-templates.ts'
import type { RecordConsent } from '#server/domain/privacy/purposes.ts'
import type { Activity } from '#server/domain/terms/schedule.ts'
import type { Limits } from '#server/features/accounts/limits/store.ts'
import type { Language } from '#server/kernel/languages.ts'
import { type Refused, refuse } from '#server/kernel/result.ts'
import type { Passwords } from './passwords'
import type { AccountsStore } from './store'

export type AccountsDeps = {
  db: Database
  store: AccountsStore
  limits: Limits
  clock: Clock
  course: Course
  secret: string
  previousSecret: string | undefined
  passwords: Passwords
  tell: Tell
  send: Send
  /** True if registration is open to everybody, or to this number by a special order. */
  isRegistrationOpen(mobile: string): boolean
  /** The window of registration that comes next; undefined if none does. */
  nextRegistration(): Pick<Activity, 'opensAt'> | undefined
  /** A new account, in the transaction that makes it. */
  onRegistered(candidateId: number, mobile: string): void
  /** Adds to the record of consents, in the open transaction. */
  onConsent: RecordConsent
  /** The link by which a second receiver ends their messages, and the one whom a link is about; null for no link of ours. */
  receiverLink(receiverId: number): string
  receiverOfLink(token: string): number | null
  /** Every login of a candidate has ended, in the open transaction. */
  onLoginsEnded(candidateId: number): void
  /** The date of birth on the form of this account; null if it states none. */
  birthDateOf(userId: string): string | null
  /** The progress of an application, in a line. */
  summaryOf(candidateId: number, language: Language): string
  /** Called when strangers begin to attack recovery or logins: the cell is told. */
  onAttack(on: 'recovery' | 'login'): void
  /** `https://…/mbale/candidate/`: links in messages never come from a request's Host header. */
  linkBase(): string
  sso: { issuer: string; audience: string; publicKey: string } | null
  pause(milliseconds: number): Promise<void>
}

/**
 * The source of a request: its network address, its known-device mark, the device's name for itself, and the language of the
 * page that asks. An OTP is in that language, because it is read beside that page.
 */
export type Origin = { ip: string; device: string | undefined; deviceLabel: string; language?: Language }

/** The refusal for everybody behind one network address, with the true wait in milliseconds. */
export function networkBusy(code: 'network-busy' | 'network-guesses' | 'registration-busy', wait: number): Refused {
  const seconds = Math.max(1, Math.ceil(wait / 1000))
  return refuse(code, 429, { retryAfter: seconds, params: { count: Math.ceil(seconds / 60) } })
}

/** Messages to the phone in an hour about somebody who names a number that is in use. */
const collisionsHourly = 2

/** Tells the owner of a number that somebody wanted an OTP to it for an account of their own. Source: rules §2.2. */
export function tellOfCollision({ limits, clock, tell }: AccountsDeps, ownerId: number): void {
  const { count } = limits.count(`collision-sms:${ownerId}`, otpRules.hour, clock.real())
  if (count <= collisionsHourly) tell(ownerId, 'registration-collision', {}, { by: ['sms'] })
}

/** Some answers must not reveal by their speed that an account exists; they take at least this long. */
export const evenTime = 250

/** Takes the next Application ID of the course; joins the transaction that makes the candidate. */
export const nextApplicationId = ({ store, course }: Pick<AccountsDeps, 'store' | 'course'>): string =>
  applicationId(
    course.applicationIdPrefix,
    course.applicationIdYear,
    store.nextInSeries(course.applicationIdPrefix + course.applicationIdYear),
  )
