import { and, asc, desc, eq } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { auditLog, callNotes, candidates, mobileRequests, outbox, staff } from '#db/schema/index.ts'
import type { IdentityDocument } from '#server/domain/desk/help-desk.ts'
import type { MessageChannel } from '#server/domain/messages/message-templates.ts'
import type { StaffRole } from '#server/domain/terms/staff.ts'
import type { Language } from '#server/kernel/languages.ts'
import { nameQuery } from '#server/kernel/name-index.ts'

/** A candidate as found by the help desk. */
export type FoundCandidate = {
  id: number
  userId: string
  fullName: string
  state: string
  district: string
  mobile: string
  email: string
  language: Language
  createdAt: number
}

type MobileRequest = typeof mobileRequests.$inferSelect & { seen: IdentityDocument }
/** A request with the names of the staff involved and of the candidate. */
export type WaitingRequest = MobileRequest & {
  userId: string
  fullName: string
  district: string
  preparedByName: string
}

/** The delivery of a message, without its text and secrets. */
export type Delivery = {
  id: number
  channel: MessageChannel
  recipient: string
  template: string
  state: 'waiting' | 'sent' | 'refused' | 'expired' | 'failed' | 'stopped'
  attempts: number
  createdAt: number
  finishedAt: number | null
  lastError: string | null
  /** The second receiver whom it was for; null for the candidate. */
  receiverId: number | null
}

export type CallNote = { id: number; text: string; at: number; staffName: string }
/** A line of the audit log about a candidate. */
export type HistoryLine = {
  id: number
  at: number
  act: string
  actorKind: string
  actorName: string
  /** Of the staff; null for others. */
  fullName: string | null
  role: StaffRole | null
}

export type HelpDeskStore = ReturnType<typeof helpDeskStore>

/** The only writer of `mobile_requests` and `call_notes`. */
export function helpDeskStore({ orm, sqlite }: Database) {
  const found = {
    id: candidates.id,
    userId: candidates.userId,
    fullName: candidates.fullName,
    state: candidates.state,
    district: candidates.district,
    mobile: candidates.mobile,
    email: candidates.email,
    language: candidates.language,
    createdAt: candidates.createdAt,
  }
  const one = (where: ReturnType<typeof eq>): FoundCandidate | undefined =>
    orm.select(found).from(candidates).where(where).get()
  // `CROSS JOIN` fixes this order in SQLite; the other order would read every candidate.
  const byName = sqlite.prepare<{ match: string; districts: string | null; centre: string | null }, FoundCandidate>(`
    SELECT c.id, c.user_id AS userId, c.full_name AS fullName, c.state, c.district, c.mobile, c.email, c.language,
      c.created_at AS createdAt
    FROM candidate_names hit CROSS JOIN candidates c ON c.id = hit.rowid
    WHERE hit.candidate_names MATCH @match
      AND (@districts IS NULL OR c.district IN (SELECT value FROM json_each(@districts)))
      AND (@centre IS NULL OR EXISTS (SELECT 1 FROM appointments a JOIN centre_slots s ON s.id = a.slot_id
        WHERE a.candidate_id = c.id AND s.centre = @centre))
    ORDER BY hit.rowid`)
  const waiting = () =>
    orm
      .select()
      .from(mobileRequests)
      .innerJoin(candidates, eq(candidates.id, mobileRequests.candidateId))
      .innerJoin(staff, eq(staff.id, mobileRequests.preparedBy))
  type Joined = ReturnType<ReturnType<typeof waiting>['all']>[number]
  const waitingOf = ({ mobile_requests: request, candidates: candidate, staff: by }: Joined): WaitingRequest => ({
    ...(request as MobileRequest),
    userId: candidate.userId,
    fullName: candidate.fullName,
    district: candidate.district,
    preparedByName: by.fullName,
  })

  return {
    byUserId: (userId: string) => one(eq(candidates.userId, userId)),
    byMobile: (mobile: string) => one(eq(candidates.mobile, mobile)),
    byEmail: (email: string) => one(eq(candidates.email, email)),
    /**
     * Candidates whose name has words that begin with each of these (`nameQuery`), in the order of their Application IDs; read one at a
     * time, so that the caller can stop early. A single letter is a whole word. `reach`: the districts, or the centre with
     * which the candidate has or had an appointment; null for any.
     */
    byName(
      words: readonly string[],
      reach: { districts: readonly string[] | null; centre: string | null },
    ): IterableIterator<FoundCandidate> {
      return byName.iterate({
        match: nameQuery(words),
        districts: reach.districts && JSON.stringify(reach.districts),
        centre: reach.centre,
      })
    },

    /** The newest messages to a candidate, newest first. */
    deliveries: (candidateId: number, limit: number): Delivery[] =>
      orm
        .select({
          id: outbox.id,
          channel: outbox.channel,
          recipient: outbox.recipient,
          template: outbox.template,
          state: outbox.state,
          attempts: outbox.attempts,
          createdAt: outbox.createdAt,
          finishedAt: outbox.finishedAt,
          lastError: outbox.lastError,
          receiverId: outbox.receiverId,
        })
        .from(outbox)
        .where(eq(outbox.candidateId, candidateId))
        .orderBy(desc(outbox.createdAt), desc(outbox.id))
        .limit(limit)
        .all(),

    addNote: (row: Omit<typeof callNotes.$inferInsert, 'id'>): void => void orm.insert(callNotes).values(row).run(),
    /** Newest first. */
    notes: (candidateId: number, limit: number): CallNote[] =>
      orm
        .select({ id: callNotes.id, text: callNotes.text, at: callNotes.at, staffName: staff.fullName })
        .from(callNotes)
        .innerJoin(staff, eq(staff.id, callNotes.staffId))
        .where(eq(callNotes.candidateId, candidateId))
        .orderBy(desc(callNotes.id))
        .limit(limit)
        .all(),
    /** Newest first. */
    history: (candidateId: number, limit: number): HistoryLine[] =>
      orm
        .select({
          id: auditLog.id,
          at: auditLog.at,
          act: auditLog.act,
          actorKind: auditLog.actorKind,
          actorName: auditLog.actorName,
          fullName: staff.fullName,
          role: auditLog.role,
        })
        .from(auditLog)
        .leftJoin(staff, and(eq(auditLog.actorKind, 'staff'), eq(staff.id, auditLog.actorId)))
        .where(eq(auditLog.candidateId, candidateId))
        .orderBy(desc(auditLog.id))
        .limit(limit)
        .all() as HistoryLine[],

    addMobileRequest: (row: Omit<typeof mobileRequests.$inferInsert, 'id'>): number =>
      orm.insert(mobileRequests).values(row).returning({ id: mobileRequests.id }).get().id,
    mobileRequest: (id: number): WaitingRequest | undefined => {
      const row = waiting().where(eq(mobileRequests.id, id)).get()
      return row && waitingOf(row)
    },
    openMobileRequest: (candidateId: number): WaitingRequest | undefined => {
      const row = waiting()
        .where(and(eq(mobileRequests.candidateId, candidateId), eq(mobileRequests.state, 'prepared')))
        .get()
      return row && waitingOf(row)
    },
    /** Oldest first. */
    openMobileRequests: (limit: number): WaitingRequest[] =>
      waiting()
        .where(eq(mobileRequests.state, 'prepared'))
        .orderBy(asc(mobileRequests.preparedAt))
        .limit(limit)
        .all()
        .map(waitingOf),
  }
}
