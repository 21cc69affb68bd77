import { and, count, desc, eq, isNull, lt } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { listReader } from '#db/list-reader.ts'
import { feedback, inboxMessages } from '#db/schema/inbox.ts'
import type { FeedbackTopic } from '#server/domain/messages/feedback.ts'

export type InboxRow = typeof inboxMessages.$inferSelect
type NewInboxRow = Omit<typeof inboxMessages.$inferInsert, 'id' | 'readAt'>
type FeedbackRow = Omit<typeof feedback.$inferSelect, 'candidateId' | 'about'> & {
  about: FeedbackTopic
  /** Null for a visitor. */
  userId: string | null
}

export type InboxStore = ReturnType<typeof inboxStore>

/** The only writer of the message box and of feedback. Everything is synchronous and joins the caller's transaction. */
export function inboxStore(db: Database) {
  const { orm, sqlite } = db
  // The dashboard reads this on every visit.
  const unread = sqlite
    .prepare<[number], number>('SELECT count(*) FROM inbox_messages WHERE candidate_id = ? AND read_at IS NULL')
    .pluck()
  const ofCandidate = (candidateId: number) => eq(inboxMessages.candidateId, candidateId)

  const feedbackList = listReader<FeedbackRow>(db, {
    from: 'feedback f LEFT JOIN candidates c ON c.id = f.candidate_id',
    candidate: 'c.id',
    key: 'f.id',
    columns: { id: 'f.id', at: 'f.at', about: 'f.about', rating: 'f.rating', text: 'f.text', userId: 'c.user_id' },
    filters: {
      about: 'f.about = @about',
      rating: 'f.rating = CAST(@rating AS INTEGER)',
      applicationId: 'f.candidate_id = (SELECT id FROM candidates WHERE user_id = upper(@applicationId))',
    },
    always: 'true',
  })

  return {
    add: (row: NewInboxRow): void => void orm.insert(inboxMessages).values(row).run(),

    unread: (candidateId: number): number => unread.get(candidateId)!,

    /** Newest first, older than the message `before`. */
    list: (candidateId: number, limit: number, before?: number): InboxRow[] =>
      orm
        .select()
        .from(inboxMessages)
        .where(and(ofCandidate(candidateId), before === undefined ? undefined : lt(inboxMessages.id, before)))
        .orderBy(desc(inboxMessages.id))
        .limit(limit)
        .all(),

    find: (candidateId: number, id: number): InboxRow | undefined =>
      orm
        .select()
        .from(inboxMessages)
        .where(and(ofCandidate(candidateId), eq(inboxMessages.id, id)))
        .get(),

    markRead: (id: number, readAt: number): void =>
      void orm.update(inboxMessages).set({ readAt }).where(eq(inboxMessages.id, id)).run(),

    markAllRead: (candidateId: number, readAt: number): number =>
      orm
        .update(inboxMessages)
        .set({ readAt })
        .where(and(ofCandidate(candidateId), isNull(inboxMessages.readAt)))
        .run().changes,

    addFeedback: (row: Omit<typeof feedback.$inferInsert, 'id'>): void => void orm.insert(feedback).values(row).run(),

    /** Pages and files of the feedback. */
    feedbackList,
    /** How often each rating was given. */
    ratings: (): { rating: number; count: number }[] =>
      orm.select({ rating: feedback.rating, count: count() }).from(feedback).groupBy(feedback.rating).all(),
  }
}
