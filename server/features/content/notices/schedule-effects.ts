import type { Database } from '#db/client.ts'
import { certificateOfActivity, receiptFor } from '#server/domain/scrutiny/certificates.ts'
import { ownNumber } from '#server/domain/season/schedule-draft.ts'
import { type CapRoundPart, roundOfActivity } from '#server/domain/terms/cap-rounds.ts'

/** The people and works that a change of an activity's dates touches. */
export type ScheduleEffect =
  | 'drafts'
  | 'waiting'
  | 'appointments'
  | 'certificates'
  | 'promised'
  | 'grievances'
  | 'releases'
  | 'options'
  | 'seats'
  | 'accepted'
  | 'admitted'

/** The seats of a round's published allotment. */
const offered = `FROM allotments a JOIN allotment_runs r ON r.id = a.run_id AND r.state = 'published'
  WHERE r.round = @round`
const newestDecision = `EXISTS (SELECT 1 FROM seat_decisions d WHERE d.candidate_id = a.candidate_id AND d.round = @round)`
const standingAdmission = `EXISTS (SELECT 1 FROM admissions m WHERE m.candidate_id = a.candidate_id
  AND m.round = @round AND m.undone_at IS NULL)`

/** `@now`: the portal's clock; `@round`: 0 outside the rounds; `@kind`, `@receipt`: of a certificate with its own due date. */
const counts: Readonly<Record<ScheduleEffect, string>> = {
  drafts: `SELECT (SELECT count(*) FROM candidates)
    - (SELECT count(*) FROM applications WHERE form_state <> 'draft')`,
  waiting: "SELECT count(*) FROM applications WHERE form_state NOT IN ('draft', 'confirmed', 'excluded')",
  appointments: `SELECT count(*) FROM appointments b JOIN centre_slots s ON s.id = b.slot_id
    WHERE b.ended_at IS NULL AND s.starts_at > @now`,
  certificates: "SELECT count(*) FROM certificates WHERE superseded_at IS NULL AND verdict IS NOT 'verified'",
  promised: `SELECT count(*) FROM documents d WHERE d.kind = @receipt AND d.superseded_at IS NULL AND NOT EXISTS (
    SELECT 1 FROM certificates f WHERE f.candidate_id = d.candidate_id AND f.kind = @kind
      AND f.superseded_at IS NULL AND f.verdict = 'verified')`,
  grievances: "SELECT count(*) FROM grievances WHERE state = 'open' AND type <> 'process'",
  releases: `SELECT (SELECT count(*) FROM merit_editions WHERE state = 'released')
    + (SELECT count(*) FROM allotment_runs WHERE state = 'released')`,
  options: 'SELECT count(*) FROM option_forms WHERE round = @round',
  seats: `SELECT count(*) ${offered} AND NOT ${newestDecision}`,
  accepted: `SELECT count(*) ${offered} AND ${newestDecision} AND NOT ${standingAdmission}`,
  admitted: `SELECT count(DISTINCT m.candidate_id) FROM admissions m WHERE m.undone_at IS NULL
    AND NOT EXISTS (SELECT 1 FROM cancellations c WHERE c.candidate_id = m.candidate_id)`,
}

const ofActivity: Readonly<Record<string, readonly ScheduleEffect[]>> = {
  registration: ['drafts'],
  'late-registration': ['drafts'],
  scrutiny: ['waiting', 'appointments'],
  certificates: ['certificates'],
  'provisional-merit': ['releases'],
  grievances: ['grievances'],
  'final-merit': ['releases', 'grievances'],
  cancellation: ['admitted'],
}
const ofPart: Readonly<Record<CapRoundPart, readonly ScheduleEffect[]>> = {
  options: ['options'],
  allotment: ['options', 'releases'],
  acceptance: ['seats'],
  reporting: ['accepted'],
}

/** `@opensAt`: the opening in force. Each asks for one row. */
const happenings: Readonly<Record<string, string>> = {
  registration: 'SELECT 1 FROM candidates',
  'late-registration': 'SELECT 1 FROM candidates WHERE created_at >= @opensAt',
  scrutiny: 'SELECT 1 FROM applications WHERE picked_up_at IS NOT NULL OR confirmed_at IS NOT NULL',
  certificates: 'SELECT 1 FROM certificates',
  'provisional-merit': "SELECT 1 FROM merit_editions WHERE stage = 'provisional' AND published_at IS NOT NULL",
  grievances: "SELECT 1 FROM grievances WHERE type NOT IN ('process', 'self-verification')",
  'final-merit': "SELECT 1 FROM merit_editions WHERE stage = 'final' AND published_at IS NOT NULL",
  cancellation: 'SELECT 1 FROM cancellations',
}
const certificateOfItsKind = 'SELECT 1 FROM certificates WHERE kind = @kind'
const happeningsOfPart: Readonly<Record<CapRoundPart, string>> = {
  options: 'SELECT 1 FROM option_forms WHERE round = @round',
  allotment: 'SELECT 1 FROM allotment_runs WHERE round = @round AND published_at IS NOT NULL',
  acceptance: 'SELECT 1 FROM seat_decisions WHERE round = @round',
  reporting: 'SELECT 1 FROM admissions WHERE round = @round',
}

/** What depends on an activity, what counts as having happened in it, and the values that those queries ask for. */
function placeOf(key: string) {
  const inRound = roundOfActivity(key)
  const kind = certificateOfActivity(key)
  return {
    effects: inRound ? ofPart[inRound.part] : kind ? (['promised'] as const) : (ofActivity[key] ?? []),
    happening: inRound ? happeningsOfPart[inRound.part] : kind ? certificateOfItsKind : happenings[key],
    values: { round: inRound?.round ?? 0, kind: kind ?? '', receipt: (kind && receiptFor(kind)) ?? '' },
  }
}

export type ScheduleEffects = ReturnType<typeof scheduleEffectsStore>

/** What stored data says about the dates of the schedule. Only reads. */
export function scheduleEffectsStore({ sqlite }: Database) {
  const texts = [counts, happeningsOfPart, happenings].flatMap((of) => Object.values<string>(of))
  const statements = new Map(
    [...texts, certificateOfItsKind].map((sql) => [sql, sqlite.prepare<[object], number>(sql).pluck()]),
  )
  const count = (sql: string, values: object): number => statements.get(sql)!.get(values) ?? 0
  return {
    /** The numbers of people and works that depend on an activity; zeros are left out. */
    of(key: string, now: number): { effect: ScheduleEffect; count: number }[] {
      const { effects, values } = placeOf(key)
      return effects.flatMap((effect) => {
        const found = count(counts[effect], { now, ...values })
        return found ? [{ effect, count: found }] : []
      })
    },
    /** Has something happened in an activity? The cell's own activities count as soon as they have begun. */
    hasHappened(key: string, opensAt: number | null): boolean {
      if (ownNumber(key)) return true
      const { happening, values } = placeOf(key)
      return happening !== undefined && count(happening, { ...values, opensAt: opensAt ?? 0 }) > 0
    },
  }
}
