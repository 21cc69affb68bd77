import type { Database } from '#db/client.ts'
import type { Clock } from '#server/adapters/clock.ts'
import type { Course } from '#server/courses/course.ts'
import type { RecordAct } from '#server/domain/terms/audit.ts'
import type { Releases } from '#server/domain/terms/release.ts'
import type { Duty, StaffMember, StaffScope } from '#server/domain/terms/staff.ts'
import type { Limits } from '#server/features/accounts/limits/store.ts'
import type { Seal } from '#server/http/seal.ts'
import type { Bilingual } from '#server/kernel/languages.ts'
import type { Refused } from '#server/kernel/result.ts'
import type { Instant } from '#server/kernel/time.ts'
import type { StaffStore } from './store'

/** The accounts' password hashing: deliberately slow, a few at a time, in turn by lane. */
type PasswordHashing = {
  hash(password: string, lane: string): Promise<string>
  verify(stored: string | null | undefined, password: string, lane: string): Promise<boolean>
  /** Why this lane must come back later; null: it has room. */
  refusal(lane: string): Promise<Refused | null>
}

/** The hashing lane of an officer who is signed in, or comes from a network of a recent login. */
export const staffLane = (staffId: number): string => `staff:${staffId}`

export type StaffDeps = {
  db: Database
  releases: Releases
  store: StaffStore
  clock: Pick<Clock, 'real'>
  limits: Pick<Limits, 'count' | 'read' | 'window' | 'put' | 'forget'>
  passwords: PasswordHashing
  /** Protects the secret of a second factor from readers of the database; `owner` binds it to its account. */
  seal: Pick<Seal<string>, 'close' | 'open' | 'renew'>
  record: RecordAct
  centre(code: string): { name: Bilingual } | null
  /** Does the seat matrix, or the file of the cell for it, have this institute? */
  isInstitute(code: string): boolean
  course: Pick<Course, 'courseShortTitle'>
  /** Returns the officer's held forms to the others; called in the transaction that ends or moves the account. */
  onLeft(staffId: number, by: StaffMember): void
  /** Sends the link with this token to an office's address, in the caller's transaction. */
  sendInvitation(to: string, about: { fullName: string; loginName: string; endsAt: Instant }, token: string): void
  /** Called when strangers begin to try many names: the cell is told. */
  onAttack(): void
  /** In live mode a password alone is not enough. */
  isTotpRequired: boolean
}

/** The officer a cookie of the desk speaks for. */
export type StaffActor = StaffScope & {
  sessionId: number
  id: number
  loginName: string
  fullName: string
  csrf: string
  duty: Duty | null
}

/** The source of a request: its network, and the device's name for itself. */
export type StaffOrigin = { network: string; device: string }
