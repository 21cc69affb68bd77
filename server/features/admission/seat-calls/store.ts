import { eq } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { seatCalls } from '#db/schema/index.ts'
import type { SeatDuty } from '#server/domain/admission/offer.ts'
import type { Language } from '#server/kernel/languages.ts'
import type { Instant } from '#server/kernel/time.ts'

/** Where a candidate belongs: the district of registration, and the centre of the current appointment. */
export type Home = { id: number; district: string; centre: string | null }

/** A candidate on the list. */
export type Callee = Home & { userId: string; fullName: string; mobile: string; language: Language }

/** The newest call to a candidate. */
export type CallRow = {
  id: number
  candidateId: number
  round: number
  act: SeatDuty
  calledBy: number
  callerName: string
  calledAt: Instant
  note: string | null
}

export type SeatCallsStore = ReturnType<typeof seatCallsStore>

/** The only writer of `seat_calls`. Joins the caller's transaction. */
export function seatCallsStore({ orm, sqlite }: Database) {
  const home = `c.district, (SELECT s.centre FROM appointments p JOIN centre_slots s ON s.id = p.slot_id
      WHERE p.candidate_id = c.id AND p.ended_at IS NULL) AS centre`
  const homes = sqlite.prepare<[string], Home>(
    `SELECT c.id, ${home} FROM json_each(?) one JOIN candidates c ON c.id = one.value`,
  )
  const callee = `SELECT c.id, c.user_id AS userId, c.full_name AS fullName, c.mobile, c.language, ${home}`
  const callees = sqlite.prepare<[string], Callee>(
    `${callee} FROM json_each(?) one JOIN candidates c ON c.id = one.value`,
  )
  const byUserId = sqlite.prepare<[string], Callee>(`${callee} FROM candidates c WHERE c.user_id = ?`)
  const call = `SELECT k.id, k.candidate_id AS candidateId, k.round, k.act, k.called_by AS calledBy,
      s.full_name AS callerName, k.called_at AS calledAt, k.note FROM seat_calls k JOIN staff s ON s.id = k.called_by`
  const newest = sqlite.prepare<[string], CallRow>(
    `${call} WHERE k.id IN (SELECT (SELECT max(o.id) FROM seat_calls o WHERE o.candidate_id = one.value)
       FROM json_each(?) one)`,
  )
  const byId = sqlite.prepare<[number], CallRow>(`${call} WHERE k.id = ?`)
  const openOf = sqlite.prepare<[number, number], CallRow>(
    `${call} WHERE k.called_by = ? AND k.note IS NULL ORDER BY k.id DESC LIMIT ?`,
  )
  const called = sqlite.prepare<[], { candidateId: number; act: SeatDuty; round: number }>(
    'SELECT DISTINCT candidate_id AS candidateId, act, round FROM seat_calls',
  )

  return {
    homes: (ids: readonly number[]): Home[] => homes.all(JSON.stringify(ids)),
    callees: (ids: readonly number[]): Callee[] => callees.all(JSON.stringify(ids)),
    byUserId: (userId: string): Callee | undefined => byUserId.get(userId),
    /** The newest call to each of these candidates who has had one. */
    newest: (ids: readonly number[]): CallRow[] => newest.all(JSON.stringify(ids)),
    /** The newest calls of an officer that have no note yet. */
    openOf: (staffId: number, atMost: number): CallRow[] => openOf.all(staffId, atMost),
    call: (id: number): CallRow | undefined => byId.get(id),
    /** The candidates called, with the act that the call was about. */
    called: () => called.all(),
    add: (row: typeof seatCalls.$inferInsert): void => void orm.insert(seatCalls).values(row).run(),
    note: (id: number, note: string, notedAt: Instant): void =>
      void orm.update(seatCalls).set({ note, notedAt }).where(eq(seatCalls.id, id)).run(),
  }
}
