import type { Database } from '../../../db/client'
import type { Clock } from '../../adapters/clock'
import type { CourseProfile } from '../../courses/course'
import { applicationId } from '../../domain/application-id'
import type { MessageTemplate } from '../../domain/message-templates'
import type { Language } from '../../kernel/languages'
import { type Refused, refuse } from '../../kernel/result'
import type { Instant } from '../../kernel/time'
import type { Passwords } from './passwords'
import type { AccountsStore } from './store'

/** What the accounts feature asks of the outbox. */
export type Announce = (message: {
  candidateId: number | null
  channel: 'sms' | 'whatsapp' | 'email'
  to: string
  template: MessageTemplate
  language: Language
  params?: Record<string, string | number>
  secrets?: { otp?: string; link?: string }
  expiresAt?: Instant
}) => void

/** Counters of tries in fixed windows; the limits feature keeps them. */
export type TryCounters = {
  count(key: string, windowMs: number, now: number): { count: number; resetsAt: number }
  read(key: string, now: number): number
  forget(key: string): void
}

export type AccountsDeps = {
  db: Database
  store: AccountsStore
  limits: TryCounters
  clock: Clock
  course: CourseProfile
  secret: string
  passwords: Passwords
  announce: Announce
  /** Called after a transaction that announced something. */
  kickOutbox(): void
  /** Open to everybody, or to this number by a special order. */
  isRegistrationOpen(mobile: string): boolean
  /** A new account, in the transaction that makes it. */
  onRegistered(candidateId: number, mobile: string): void
  /** Which of the two is not on the list, or does not belong to the other. */
  faultyPlace(state: string, district: string): 'state' | 'district' | null
  /** `https://…/mbale/candidate/`: links in messages never come from a request's Host header. */
  linkBase(): string
  sso: { issuer: string; audience: string; publicKey: string } | null
  pause(milliseconds: number): Promise<void>
}

/** Where a request comes from: its network address, its known-device mark, and what the device calls itself. */
export type Origin = { ip: string; device: string | undefined; deviceLabel: string }

export const busy = (): Refused => refuse('busy', 503, { retryAfter: 10 })

/** Too soon or too many: told in seconds up to a minute and in minutes (`count`) beyond, which is the text's plural. */
export const tooOften = (seconds: number): Refused =>
  refuse('too-often', 429, { retryAfter: seconds, params: { seconds, count: Math.ceil(seconds / 60) } })

/** Answers that must not tell by their speed whether an account exists take at least this long. */
export const evenTime = 250

/** Takes the next Application ID of the course; joins the transaction that makes the candidate. */
export const nextApplicationId = ({ store, course }: Pick<AccountsDeps, 'store' | 'course'>): string =>
  applicationId(
    course.applicationIdPrefix,
    course.applicationIdYear,
    store.nextInSeries(course.applicationIdPrefix + course.applicationIdYear),
  )
