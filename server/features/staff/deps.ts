import type { Database } from '../../../db/client'
import type { Clock } from '../../adapters/clock'
import type { CourseProfile } from '../../courses/course'
import type { AuditActor, RecordAct } from '../../domain/audit'
import type { Duty, StaffScope } from '../../domain/staff'
import type { Bilingual } from '../../kernel/languages'
import type { StaffStore } from './store'

/** Password hashing as accounts have it: slow on purpose, a few at a time. */
export type PasswordHashing = {
  hash(password: string): Promise<string>
  verify(stored: string | null | undefined, password: string): Promise<boolean>
  isBusy(): boolean
}

/** Counters of tries in fixed windows. */
export type StaffTries = {
  count(key: string, windowMs: number, now: number): { count: number; resetsAt: number }
  read(key: string, now: number): number
  forget(key: string): void
}

export type StaffDeps = {
  db: Database
  store: StaffStore
  clock: Pick<Clock, 'real'>
  limits: StaffTries
  passwords: PasswordHashing
  /** Keeps the secret of a second factor from whoever reads the database; `owner` binds it to its account. */
  seal: { close(secret: string, owner: string): string; open(sealed: string, owner: string): string | null }
  record: RecordAct
  centre(code: string): { name: Bilingual } | null
  course: Pick<CourseProfile, 'courseShortTitle'>
  /** What somebody held is given back to the others; in the transaction that disables the account. */
  onDisabled(staffId: number, by: AuditActor): void
  /** In live mode nobody works with a password alone. */
  isTotpRequired: boolean
}

/** Who a cookie of the desk speaks for. */
export type StaffActor = StaffScope & {
  sessionId: number
  id: number
  loginName: string
  fullName: string
  csrf: string
  duty: Duty | null
}

/** Where a request comes from: its network, and what the device calls itself. */
export type StaffOrigin = { network: string; device: string }
