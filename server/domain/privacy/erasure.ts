import { hours } from '#server/kernel/time.ts'
import { type RecordClass, type Retention, retentionDates } from './retention'

/** The parts of what is held about a candidate. */
export type DataPart = 'account' | 'application' | 'seats' | 'payments' | 'messages' | 'logins' | 'optional' | 'audit'

/** Why a part must be kept. */
type KeepReason = 'admission' | 'record' | 'accounts' | 'proof' | 'security'

type ErasureFacts = {
  record: RecordClass
  /** A payment or a refund whose end the bank has not told yet. */
  isMoneyPending: boolean
  hasPaid: boolean
  /** Null while the season has no end. */
  seasonEndsAt: number | null
}

type KeptPart = { part: DataPart; why: KeepReason; until: number | null }
/** What an erasure removes now, and what stays, why, and until when (null: no date is known yet). */
export type ErasureOutcome = { erased: readonly DataPart[]; kept: readonly KeptPart[] }

/** A request for erasure can be withdrawn this long before anything is erased. Milliseconds. */
export const timeToReconsider = hours(72)

/**
 * What may be erased at a candidate's request. A form that was never submitted goes as a whole, except entries of money
 * and of the audit log. A submitted form is part of a public process: it stays for its class's time, as do the proofs of
 * messages and logins. Nothing is erased while money is under way. Source: rules §13.6.
 */
export function erasureOf(facts: ErasureFacts, retention: Retention): ErasureOutcome | 'money-pending' {
  const { record, isMoneyPending, hasPaid, seasonEndsAt } = facts
  if (isMoneyPending) return 'money-pending'
  const until = (of: keyof Retention) => retentionDates(retention[of], seasonEndsAt)?.eraseAt ?? null
  const money: KeptPart[] = hasPaid ? [{ part: 'payments', why: 'accounts', until: until('payments') }] : []
  const audit: KeptPart = { part: 'audit', why: 'security', until: null }
  if (record === 'unfinished')
    return { erased: ['account', 'application', 'messages', 'logins', 'optional'], kept: [...money, audit] }
  const why = record === 'admitted' ? 'admission' : 'record'
  return {
    erased: ['optional'],
    kept: [
      { part: 'account', why, until: until(record) },
      { part: 'application', why, until: until(record) },
      { part: 'seats', why, until: until(record) },
      ...money,
      { part: 'messages', why: 'proof', until: until('messages') },
      { part: 'logins', why: 'security', until: null },
      audit,
    ],
  }
}

/** True if the whole record goes, and nobody can log in any more. */
export const isWhole = ({ erased }: ErasureOutcome): boolean => erased.includes('account')
