import { and, asc, desc, eq, isNotNull, isNull } from 'drizzle-orm'
import type { Database } from '../../../db/client'
import { bulkMessages } from '../../../db/schema/inbox'
import { staff } from '../../../db/schema/staff'
import type { Audience } from '../../domain/portal/audience'
import type { Language } from '../../kernel/languages'

export type BulkRow = typeof bulkMessages.$inferSelect
type NewBulkRow = Omit<
  typeof bulkMessages.$inferInsert,
  'id' | 'releasedBy' | 'releasedAt' | 'withdrawnAt' | 'sentUpTo' | 'sent' | 'finishedAt'
>
type Recipient = {
  id: number
  userId: string
  language: Language
}

export type BulkMessagesStore = ReturnType<typeof bulkMessagesStore>

/** The only writer of `bulk_messages`. Everything is synchronous and joins the caller's transaction. */
export function bulkMessagesStore({ orm, sqlite }: Database) {
  const matching = `
    FROM candidates c LEFT JOIN applications a ON a.candidate_id = c.id
    WHERE (@district IS NULL OR c.district = @district)
      AND (@stage IS NULL OR CASE coalesce(a.form_state, 'draft')
        WHEN 'draft' THEN 'not-submitted'
        WHEN 'reverted' THEN 'sent-back'
        WHEN 'confirmed' THEN 'confirmed'
        ELSE 'in-scrutiny' END = @stage)
      AND (@type IS NULL OR EXISTS (SELECT 1 FROM application_steps s WHERE s.candidate_id = c.id AND s.step = 0
        AND json_extract(s.answers, '$.type') = @type))
      AND (@category IS NULL OR EXISTS (SELECT 1 FROM application_steps s WHERE s.candidate_id = c.id AND s.step = 2
        AND json_extract(s.answers, '$.category') = @category))`
  const count = sqlite.prepare<Audience, number>(`SELECT count(*) ${matching}`).pluck()
  const next = sqlite.prepare<Audience & { after: number; limit: number }, Recipient>(`
    SELECT c.id, c.user_id AS userId, c.language ${matching} AND c.id > @after ORDER BY c.id LIMIT @limit`)

  return {
    add: (row: NewBulkRow): number => orm.insert(bulkMessages).values(row).returning({ id: bulkMessages.id }).get().id,

    change: (id: number, facts: Partial<Omit<BulkRow, 'id'>>): void =>
      void orm.update(bulkMessages).set(facts).where(eq(bulkMessages.id, id)).run(),

    find: (id: number): (BulkRow & { preparedByName: string }) | undefined => {
      const found = orm
        .select()
        .from(bulkMessages)
        .innerJoin(staff, eq(staff.id, bulkMessages.preparedBy))
        .where(eq(bulkMessages.id, id))
        .get()
      return found && { ...found.bulk_messages, preparedByName: found.staff.loginName }
    },

    /** Newest first. */
    latest: (limit: number): BulkRow[] =>
      orm.select().from(bulkMessages).orderBy(desc(bulkMessages.id)).limit(limit).all(),

    /** The message that has been in progress longest. */
    underWay: (): BulkRow | undefined =>
      orm
        .select()
        .from(bulkMessages)
        .where(and(isNotNull(bulkMessages.releasedAt), isNull(bulkMessages.finishedAt)))
        .orderBy(asc(bulkMessages.id))
        .limit(1)
        .get(),

    count: (audience: Audience): number => count.get(audience)!,

    /** The next candidates of an audience, after the candidate `after`. */
    recipients: (audience: Audience, after: number, limit: number): Recipient[] =>
      next.all({ ...audience, after, limit }),
  }
}
