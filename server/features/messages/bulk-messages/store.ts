import { and, asc, eq, isNull } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { listReader } from '#db/list-reader.ts'
import { finalMeritInForce } from '#db/schema/in-force.ts'
import { bulkMessages } from '#db/schema/inbox.ts'
import { staff } from '#db/schema/staff.ts'
import type { Audience, BulkState } from '#server/domain/messages/audience.ts'
import type { Language } from '#server/kernel/languages.ts'

export type BulkRow = typeof bulkMessages.$inferSelect
/** A message with the name of the person who prepared it. */
export type NamedBulk = BulkRow & { preparedByName: string }
/** A message in the desk's list. */
type BulkLine = {
  id: number
  title: string
  titleMr: string
  state: BulkState
  preparedAt: number
  preparedByName: string
  decidedByName: string | null
  sendAt: number | null
  counted: number | null
  sent: number
}
export type Recipient = {
  id: number
  userId: string
  fullName: string
  language: Language
}

/** An audience in the database: some segments are narrowed further by their own features. `round`: of open options. */
type Search = Audience & { round: number | null }

export type BulkMessagesStore = ReturnType<typeof bulkMessagesStore>

/** SQL: the newest published run, which holds every seat that counts. */
const newestRun = "(SELECT id FROM allotment_runs WHERE state = 'published' ORDER BY round DESC LIMIT 1)"
const unpaid = `NOT EXISTS (SELECT 1 FROM payments p
  WHERE p.candidate_id = c.id AND p.due = 'application-fee' AND p.status = 'captured')`

const isRanked = `a.excluded_at IS NULL AND EXISTS (SELECT 1 FROM merit_entries e
  WHERE e.candidate_id = c.id AND e.list = 'all-india' AND e.edition_id = ${finalMeritInForce})`

/** SQL: the state that `stateOf` of the service gives a row. */
const stateSql = `CASE WHEN b.state = 'discarded' THEN 'withdrawn' WHEN b.stopped_at IS NOT NULL THEN 'stopped'
  WHEN b.finished_at IS NOT NULL THEN 'sent' WHEN b.state = 'published' THEN 'sending'
  WHEN b.state IN ('released', 'superseded') THEN 'scheduled' ELSE 'prepared' END`

/**
 * The only writer of `bulk_messages`. Everything is synchronous and joins the caller's transaction.
 * Long: the statements and lists that its verbs read, each prepared once.
 */
export function bulkMessagesStore(db: Database) {
  const { orm, sqlite } = db
  const matching = `
    FROM candidates c LEFT JOIN applications a ON a.candidate_id = c.id
    WHERE (@district IS NULL OR c.district = @district)
      AND (@listed IS NULL OR c.id IN (SELECT value FROM json_each(@listed)))
      AND (@stage IS NULL OR CASE coalesce(a.form_state, 'draft')
        WHEN 'draft' THEN 'not-submitted'
        WHEN 'reverted' THEN 'sent-back'
        WHEN 'confirmed' THEN 'confirmed'
        WHEN 'excluded' THEN 'excluded'
        ELSE 'in-scrutiny' END = @stage)
      AND (@type IS NULL OR EXISTS (SELECT 1 FROM application_steps s WHERE s.candidate_id = c.id AND s.step = 0
        AND json_extract(s.answers, '$.type') = @type))
      AND (@category IS NULL OR EXISTS (SELECT 1 FROM application_steps s WHERE s.candidate_id = c.id AND s.step = 2
        AND json_extract(s.answers, '$.category') = @category))
      AND CASE @segment
        WHEN 'fee-due' THEN
          a.excluded_at IS NULL AND ((a.submitted_at IS NULL AND ${unpaid}
            AND EXISTS (SELECT 1 FROM application_steps s WHERE s.candidate_id = c.id AND s.step = 0))
          OR a.convert_fee > 0)
        WHEN 'in-play' THEN ${isRanked}
        WHEN 'options-open' THEN ${isRanked}
          AND NOT EXISTS (SELECT 1 FROM option_forms f
            WHERE f.candidate_id = c.id AND f.round = @round AND f.confirmed_at IS NOT NULL)
        WHEN 'allotted' THEN EXISTS (SELECT 1 FROM allotments l WHERE l.run_id = ${newestRun} AND l.candidate_id = c.id)
        ELSE 1 END
      AND (@institute IS NULL OR EXISTS (SELECT 1 FROM allotments l
        JOIN allotment_runs r ON r.id = l.run_id
        JOIN seat_matrix_courses k ON k.edition_id = r.seat_matrix_edition_id AND k.choice_code = l.choice_code
        WHERE l.run_id = ${newestRun} AND l.candidate_id = c.id AND k.institute_code = @institute))`
  const next = sqlite.prepare<Search & { after: number; limit: number }, Recipient>(`
    SELECT c.id, c.user_id AS userId, c.full_name AS fullName, c.language ${matching}
    AND c.id > @after ORDER BY c.id LIMIT @limit`)
  const everybody = sqlite.prepare<[], number>('SELECT count(*) FROM candidates').pluck()
  const known = sqlite.prepare<[string], { userId: string; id: number }>(
    'SELECT c.user_id AS userId, c.id FROM json_each(?) one JOIN candidates c ON c.user_id = one.value',
  )
  const institute = sqlite
    .prepare<[string], number>(
      `SELECT EXISTS (SELECT 1 FROM seat_matrix_courses k JOIN seat_matrix_editions e ON e.id = k.edition_id
         WHERE e.state IN ('published', 'superseded') AND k.institute_code = ?)`,
    )
    .pluck()
  const named = () => orm.select().from(bulkMessages).innerJoin(staff, eq(staff.id, bulkMessages.preparedBy))
  type Joined = ReturnType<ReturnType<typeof named>['all']>[number]
  const flat = ({ bulk_messages: row, staff: by }: Joined): NamedBulk => ({ ...row, preparedByName: by.fullName })

  const list = listReader<BulkLine>(db, {
    from: 'bulk_messages b JOIN staff s ON s.id = b.prepared_by LEFT JOIN staff d ON d.id = b.decided_by',
    candidate: null,
    key: 'b.id',
    columns: {
      id: 'b.id',
      title: 'b.title_en',
      titleMr: 'b.title_mr',
      state: stateSql,
      preparedAt: 'b.prepared_at',
      preparedByName: 's.full_name',
      decidedByName: 'd.full_name',
      sendAt: 'b.send_at',
      counted: 'b.counted',
      sent: 'b.sent',
    },
    filters: {
      q: "says(b.title_en || ' ' || b.title_mr, @q)",
      state: `${stateSql} = @state`,
    },
    always: 'true',
  })

  return {
    add: (row: Omit<typeof bulkMessages.$inferInsert, 'id'>): number =>
      orm.insert(bulkMessages).values(row).returning({ id: bulkMessages.id }).get().id,

    change: (id: number, facts: Partial<Omit<BulkRow, 'id'>>): void =>
      void orm.update(bulkMessages).set(facts).where(eq(bulkMessages.id, id)).run(),

    find(id: number): NamedBulk | undefined {
      const found = named().where(eq(bulkMessages.id, id)).get()
      return found && flat(found)
    },

    /** Pages and files of the messages. */
    list,

    /** The message that has been in progress longest. */
    underWay: (): BulkRow | undefined =>
      orm
        .select()
        .from(bulkMessages)
        .where(and(eq(bulkMessages.state, 'published'), isNull(bulkMessages.finishedAt)))
        .orderBy(asc(bulkMessages.id))
        .limit(1)
        .get(),

    /** The number of accounts. */
    countEverybody: (): number => everybody.get()!,

    /** The next candidates of an audience, after the candidate `after`; segments about seats are narrowed later. */
    matching: (search: Search, after: number, limit: number): Recipient[] => next.all({ ...search, after, limit }),

    /** The row numbers of these Application IDs; unknown ones are missing. */
    idsOf: (userIds: readonly string[]): Map<string, number> =>
      new Map(known.all(JSON.stringify(userIds)).map(({ userId, id }) => [userId, id])),

    /** Has an institute of this code been in a published seat matrix? */
    isInstitute: (code: string): boolean => institute.get(code) === 1,
  }
}
