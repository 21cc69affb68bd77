import type { Database } from '#db/client.ts'
import { moneyCounts } from '#db/schema/captured.ts'
import type { BacklogStage } from '#server/domain/desk/overview.ts'
import type { DueName } from '#server/domain/money/fees.ts'
import type { PaymentStatus } from '#server/domain/terms/payment-states.ts'
import type { Paise } from '#server/kernel/money.ts'
import { days, istOffset } from '#server/kernel/time.ts'

/** `day`: the number of a day in India. */
export type DayCount = { day: number; count: number }
export type DayMoney = DayCount & { amount: Paise }
type ApplicationCounts = { begun: number; submitted: number; confirmed: number }
type BacklogCount = { stage: BacklogStage; wholeDays: number; count: number }
export type PaymentCount = { due: DueName; status: PaymentStatus; count: number; amount: Paise }
/** A candidate as a line of an export: no contact, and no answers but type and category. */
type CandidateLine = {
  id: number
  userId: string
  fullName: string
  state: string
  district: string
  createdAt: number
  mode: number | null
  type: string | null
  category: string | null
  submittedAt: number | null
  pickedUpAt: number | null
  revertedAt: number | null
  confirmedAt: number | null
  paid: Paise
}

export type OverviewStore = ReturnType<typeof overviewStore>

const dayOf = (column: string) => `(${column} + ${istOffset}) / ${days(1)}`
const chunk = 500

/**
 * Counts over every candidate, or over those of some districts (null for all). Only reads; each count walks an index or
 * a narrow table once.
 */
export function overviewStore({ sqlite }: Database) {
  type Districts = readonly string[] | null
  /** SQL that restricts to the districts: for the candidate's own row, or a row that names one. */
  const within = (districts: Districts) => (districts ? `district IN (${districts.map(() => '?').join(', ')})` : 'true')
  const ofThem = (districts: Districts, column: string) =>
    districts ? `${column} IN (SELECT id FROM candidates WHERE ${within(districts)})` : 'true'
  const all = <Row>(sql: string, ...values: (string | number)[]): Row[] => sqlite.prepare(sql).all(...values) as Row[]
  const one = <Row>(sql: string, ...values: (string | number)[]): Row => sqlite.prepare(sql).get(...values) as Row

  return {
    /** In order of time; days without a registration are left out. */
    registrations: (districts: Districts): DayCount[] =>
      all(
        `SELECT ${dayOf('created_at')} AS day, count(*) AS count FROM candidates WHERE ${within(districts)}
         GROUP BY day ORDER BY day`,
        ...(districts ?? []),
      ),

    applications: (districts: Districts): ApplicationCounts =>
      one(
        `SELECT count(*) AS begun, count(submitted_at) AS submitted, count(confirmed_at) AS confirmed
         FROM applications WHERE ${ofThem(districts, 'candidate_id')}`,
        ...(districts ?? []),
      ),

    /** Candidates who have paid the application fee. */
    feePayers: (districts: Districts): number =>
      one<{ count: number }>(
        `SELECT count(DISTINCT candidate_id) AS count FROM payments
         WHERE due = 'application-fee' AND ${moneyCounts} AND ${ofThem(districts, 'candidate_id')}`,
        ...(districts ?? []),
      ).count,

    /** Submitted but unconfirmed forms, by their place in scrutiny and their whole days of waiting at `now`. */
    backlog: (districts: Districts, now: number): BacklogCount[] =>
      all(
        `SELECT CASE WHEN form_state IN ('reverted', 'picked-up') THEN form_state ELSE 'new' END AS stage, max(0, (? - submitted_at) / ${days(1)}) AS wholeDays, count(*) AS count
         FROM applications
         WHERE form_state NOT IN ('draft', 'confirmed', 'excluded') AND ${ofThem(districts, 'candidate_id')}
         GROUP BY stage, wholeDays`,
        now,
        ...(districts ?? []),
      ),

    payments: (districts: Districts): PaymentCount[] =>
      all(
        `SELECT due, status, count(*) AS count, sum(amount) AS amount FROM payments
         WHERE ${ofThem(districts, 'candidate_id')} GROUP BY due, status ORDER BY due, status`,
        ...(districts ?? []),
      ),

    /** Money that counts, by day of capture. */
    money: (districts: Districts): DayMoney[] =>
      all(
        `SELECT ${dayOf('captured_at')} AS day, count(*) AS count, sum(amount) AS amount FROM payments
         WHERE ${moneyCounts} AND captured_at IS NOT NULL AND ${ofThem(districts, 'candidate_id')}
         GROUP BY day ORDER BY day`,
        ...(districts ?? []),
      ),

    /** Every candidate in order of registration, read in pieces so that nothing else has to wait. */
    *candidates(districts: Districts): Generator<CandidateLine> {
      const read = sqlite.prepare(
        `SELECT c.id, c.user_id AS userId, c.full_name AS fullName, c.state, c.district, c.created_at AS createdAt,
           a.mode, json_extract(claim.answers, '$.type') AS type, json_extract(kind.answers, '$.category') AS category,
           a.submitted_at AS submittedAt, a.picked_up_at AS pickedUpAt, a.reverted_at AS revertedAt,
           a.confirmed_at AS confirmedAt,
           coalesce((SELECT sum(amount) FROM payments WHERE payments.candidate_id = c.id AND ${moneyCounts}), 0) AS paid
         FROM candidates c LEFT JOIN applications a ON a.candidate_id = c.id
           LEFT JOIN application_steps claim ON claim.candidate_id = c.id AND claim.step = 0
           LEFT JOIN application_steps kind ON kind.candidate_id = c.id AND kind.step = 2
         WHERE c.id > ? AND ${districts ? `c.${within(districts)}` : 'true'} ORDER BY c.id LIMIT ${chunk}`,
      )
      for (let after = 0; ; ) {
        const lines = read.all(after, ...(districts ?? [])) as CandidateLine[]
        yield* lines
        if (lines.length < chunk) return
        after = lines[lines.length - 1]!.id
      }
    },
  }
}
