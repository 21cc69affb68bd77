import { and, asc, eq } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { listReader } from '#db/list-reader.ts'
import { candidates } from '#db/schema/accounts.ts'
import { grievanceFiles, grievanceMessages, grievances } from '#db/schema/grievances.ts'
import { staff } from '#db/schema/staff.ts'
import {
  complaintRules,
  type GrievanceEntry,
  type GrievanceState,
  type GrievanceType,
} from '#server/domain/scrutiny/grievances.ts'
import type { Instant } from '#server/kernel/time.ts'

export type GrievanceRow = typeof grievances.$inferSelect
type NewGrievanceRow = Pick<GrievanceRow, 'candidateId' | 'type' | 'steps' | 'filedAt'>
export type GrievanceFileRow = Omit<typeof grievanceFiles.$inferSelect, 'id' | 'messageId'>

/** An entry of a thread. `officer`: a full name, null for the candidate's own. */
export type MessageRow = {
  id: number
  entry: GrievanceEntry
  text: string
  at: number
  officer: string | null
  files: { id: number; mediaType: string; bytes: number; pages: number; originalName: string }[]
}

/** A line of the officers' list. */
type ListedGrievance = {
  id: number
  userId: string
  fullName: string
  district: string
  type: GrievanceType
  state: GrievanceState
  filedAt: number
  reopenedAt: number | null
  /** The last speaker decides: 1 if the officer waits for the candidate, 0 if the candidate waits for an officer. */
  isAnswered: 0 | 1
}

/** The candidate of a grievance, with their contacts. */
type GrievanceOwner = {
  candidateId: number
  userId: string
  fullName: string
  district: string
}

export type GrievancesStore = ReturnType<typeof grievancesStore>

/**
 * The only writer of the grievance tables. Everything is synchronous and joins the caller's transaction.
 * Long: the statements and lists that its verbs read, each prepared once.
 */
export function grievancesStore(db: Database) {
  const { orm, sqlite } = db
  const isUnanswered =
    '(SELECT staff_id IS NULL FROM grievance_messages WHERE grievance_id = g.id ORDER BY id DESC LIMIT 1)'
  const list = listReader<ListedGrievance & { number: number }>(db, {
    from: 'grievances g JOIN candidates c ON c.id = g.candidate_id',
    candidate: 'c.id',
    key: 'g.id',
    columns: {
      number: 'g.id',
      id: 'g.id',
      userId: 'c.user_id',
      fullName: 'c.full_name',
      district: 'c.district',
      type: 'g.type',
      state: 'g.state',
      filedAt: 'g.filed_at',
      reopenedAt: 'g.reopened_at',
      isAnswered:
        '(SELECT staff_id IS NOT NULL FROM grievance_messages WHERE grievance_id = g.id ORDER BY id DESC LIMIT 1)',
    },
    filters: {
      state: 'g.state = @state',
      type: 'g.type = @type',
      waits: {
        grievance: `g.type NOT IN ('process', 'self-verification') AND ${isUnanswered}`,
        verification: `g.type = 'self-verification' AND ${isUnanswered}`,
        // Its clock runs whoever spoke last.
        complaint: "g.type = 'process'",
      },
      applicationId: 'c.user_id = upper(@applicationId)',
    },
    always: '(@districts IS NULL OR c.district IN (SELECT value FROM json_each(@districts)))',
  })
  const count = sqlite
    .prepare<{ state: string; districts: string | null }, number>(`
    SELECT count(*) FROM grievances g JOIN candidates c ON c.id = g.candidate_id
    WHERE g.state = @state AND (@districts IS NULL OR c.district IN (SELECT value FROM json_each(@districts)))`)
    .pluck()
  const hasOpen = sqlite
    .prepare<{ candidateId: number; kind: string }, 1>(`
    SELECT 1 FROM grievances WHERE candidate_id = @candidateId AND state = 'open'
      AND CASE WHEN type IN ('process', 'self-verification') THEN type ELSE 'filed' END = @kind`)
    .pluck()
  const hasFiled = sqlite
    .prepare<[number], 1>(
      "SELECT 1 FROM grievances WHERE candidate_id = ? AND type NOT IN ('process', 'self-verification') LIMIT 1",
    )
    .pluck()
  const listedBefore = sqlite
    .prepare<{ at: Instant; after: number; upTo: number }, number>(
      `SELECT DISTINCT m.candidate_id FROM merit_entries m
       WHERE m.candidate_id > @after AND m.candidate_id <= @upTo AND +m.edition_id =
         (SELECT id FROM merit_editions WHERE stage = 'provisional' AND state = 'published' ORDER BY number DESC LIMIT 1)
         AND (SELECT min(published_at) FROM merit_editions WHERE stage = 'provisional') < @at
         AND NOT EXISTS (SELECT 1 FROM applications a WHERE a.candidate_id = m.candidate_id AND a.excluded_at IS NOT NULL)
       ORDER BY m.candidate_id`,
    )
    .pluck()
  const ofCandidate = sqlite.prepare<[number], GrievanceRow>(
    `SELECT id, candidate_id AS candidateId, type, steps, state, filed_at AS filedAt, decided_at AS decidedAt,
       decided_by AS decidedBy, reopened_at AS reopenedAt
     FROM grievances WHERE candidate_id = ? ORDER BY id`,
  )
  const openComplaints = sqlite.prepare<{ districts: string | null }, { id: number; filedAt: number }>(
    `SELECT g.id, g.filed_at AS filedAt FROM grievances g JOIN candidates c ON c.id = g.candidate_id
     WHERE g.type = 'process' AND g.state = 'open' AND g.candidate_id NOT IN (SELECT candidate_id FROM data_states)
       AND (@districts IS NULL OR c.district IN (SELECT value FROM json_each(@districts)))
     ORDER BY g.filed_at, g.id`,
  )
  const complaintFigures = sqlite.prepare<
    { last: number; within: number },
    { received: number; decided: number; inTime: number; oldestAt: number | null }
  >(
    `SELECT count(*) AS received, count(decided_at) AS decided,
       count(CASE WHEN decided_at <= min(filed_at + @within, @last) THEN 1 END) AS inTime,
       min(CASE WHEN state = 'open' THEN filed_at END) AS oldestAt
     FROM grievances WHERE type = 'process'`,
  )
  const known = sqlite.prepare<[string], 1>('SELECT 1 FROM grievance_files WHERE hash = ? LIMIT 1').pluck()

  return {
    /** Pages and files of the officers' list; the reach is `districts`, JSON. */
    list,

    /** Has the candidate filed a grievance about the form or the merit list? */
    hasFiled: (candidateId: number): boolean => hasFiled.get(candidateId) !== undefined,
    /** The candidates in a range of ids who are in the provisional list in force, if a list was published before `at`. */
    listedBefore: (at: Instant, range: { after: number; upTo: number }): number[] => listedBefore.all({ at, ...range }),

    /** True if an attachment has these bytes. */
    isKnown: (hash: string): boolean => known.get(hash) !== undefined,

    add: (row: NewGrievanceRow): number =>
      orm
        .insert(grievances)
        .values({ ...row, state: 'open' })
        .returning({ id: grievances.id })
        .get().id,

    change: (id: number, facts: Partial<Omit<GrievanceRow, 'id' | 'candidateId'>>): void =>
      void orm.update(grievances).set(facts).where(eq(grievances.id, id)).run(),

    find: (id: number): GrievanceRow | undefined => orm.select().from(grievances).where(eq(grievances.id, id)).get(),

    /** A candidate's own grievances, oldest first. */
    of: (candidateId: number): GrievanceRow[] => ofCandidate.all(candidateId),

    /** An open grievance about the form or the merit list. */
    hasOpenOne: (candidateId: number): boolean => hasOpen.get({ candidateId, kind: 'filed' }) !== undefined,
    hasOpenOfSeat: (candidateId: number): boolean =>
      hasOpen.get({ candidateId, kind: 'self-verification' }) !== undefined,
    hasOpenComplaint: (candidateId: number): boolean => hasOpen.get({ candidateId, kind: 'process' }) !== undefined,

    /** The open complaints about the process within these districts (null: everywhere), oldest first. */
    openComplaints: (districts: readonly string[] | null): { id: number; filedAt: number }[] =>
      openComplaints.all({ districts: districts && JSON.stringify(districts) }),
    /** All complaints by now. `last`: the last admission; the largest number if the schedule has no date. */
    complaintFigures: (last: number): { received: number; decided: number; inTime: number; oldestAt: number | null } =>
      complaintFigures.get({ last, within: complaintRules.within })!,

    /** Adds a message with its attachments to a thread. */
    addMessage(row: Omit<typeof grievanceMessages.$inferInsert, 'id'>, files: readonly GrievanceFileRow[]): void {
      const { id: messageId } = orm.insert(grievanceMessages).values(row).returning({ id: grievanceMessages.id }).get()
      for (const file of files)
        orm
          .insert(grievanceFiles)
          .values({ messageId, ...file })
          .run()
    },

    /** The whole thread, in order. */
    thread(grievanceId: number): MessageRow[] {
      const files = orm
        .select({
          id: grievanceFiles.id,
          messageId: grievanceFiles.messageId,
          mediaType: grievanceFiles.mediaType,
          bytes: grievanceFiles.bytes,
          pages: grievanceFiles.pages,
          originalName: grievanceFiles.originalName,
        })
        .from(grievanceFiles)
        .innerJoin(grievanceMessages, eq(grievanceMessages.id, grievanceFiles.messageId))
        .where(eq(grievanceMessages.grievanceId, grievanceId))
        .orderBy(asc(grievanceFiles.id))
        .all()
      return orm
        .select({
          id: grievanceMessages.id,
          entry: grievanceMessages.entry,
          text: grievanceMessages.text,
          at: grievanceMessages.at,
          officer: staff.fullName,
        })
        .from(grievanceMessages)
        .leftJoin(staff, eq(staff.id, grievanceMessages.staffId))
        .where(eq(grievanceMessages.grievanceId, grievanceId))
        .orderBy(asc(grievanceMessages.id))
        .all()
        .map((message) => ({
          ...message,
          files: files.filter(({ messageId }) => messageId === message.id).map(({ messageId: _, ...file }) => file),
        }))
    },

    /** A file in this grievance's thread, with the hash of its bytes. */
    file: (grievanceId: number, fileId: number): GrievanceFileRow | undefined =>
      orm
        .select({
          hash: grievanceFiles.hash,
          mediaType: grievanceFiles.mediaType,
          bytes: grievanceFiles.bytes,
          pages: grievanceFiles.pages,
          originalName: grievanceFiles.originalName,
        })
        .from(grievanceFiles)
        .innerJoin(grievanceMessages, eq(grievanceMessages.id, grievanceFiles.messageId))
        .where(and(eq(grievanceFiles.id, fileId), eq(grievanceMessages.grievanceId, grievanceId)))
        .get(),

    owner: (candidateId: number): GrievanceOwner =>
      orm
        .select({
          candidateId: candidates.id,
          userId: candidates.userId,
          fullName: candidates.fullName,
          district: candidates.district,
        })
        .from(candidates)
        .where(eq(candidates.id, candidateId))
        .get()!,

    count: (state: GrievanceState, districts: readonly string[] | null): number =>
      count.get({ state, districts: districts && JSON.stringify(districts) })!,
  }
}
