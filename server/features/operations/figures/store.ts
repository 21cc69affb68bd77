import type { Database } from '#db/client.ts'
import { otpPurposes } from '#server/domain/accounts/otp.ts'

/** A count of one kind of thing. The kinds are words of the program, and say nothing about a person. */
export type Count = { kind: string; count: number }

/** Counts over every candidate. Only reads; each walks one narrow index. */
export function figuresStore({ sqlite }: Database) {
  const registrations = sqlite.prepare<[], number>('SELECT count(*) FROM candidates').pluck()
  const forms = sqlite.prepare<[], Count>(
    'SELECT form_state AS kind, count(*) AS count FROM applications GROUP BY form_state',
  )
  const payments = sqlite.prepare<[], Count>('SELECT status AS kind, count(*) AS count FROM payments GROUP BY status')
  const refunds = sqlite.prepare<[], Count>('SELECT status AS kind, count(*) AS count FROM refunds GROUP BY status')
  // Each purpose by itself finds its newest OTPs by the index.
  const otps = sqlite.prepare<[number, string], Count>(
    `SELECT p.value AS kind,
       (SELECT count(*) FROM otps WHERE purpose = p.value AND created_at > ? AND is_decoy = 0) AS count
     FROM json_each(?) p`,
  )
  const purposes = JSON.stringify(otpPurposes)
  return {
    registrations: (): number => registrations.get() ?? 0,
    forms: (): Count[] => forms.all(),
    payments: (): Count[] => payments.all(),
    refunds: (): Count[] => refunds.all(),
    /** OTPs sent since an instant of the machine's clock, by purpose. */
    otps: (since: number): Count[] => otps.all(since, purposes),
  }
}
