import { and, asc, desc, eq, isNull } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { candidates, replyTemplates } from '#db/schema/index.ts'
import type { ReplyKind } from '#server/domain/scrutiny/replies.ts'
import type { Language } from '#server/kernel/languages.ts'

export type ReplyRow = typeof replyTemplates.$inferSelect
export type RepliesStore = ReturnType<typeof repliesStore>

/** The only writer of the reply templates. */
export function repliesStore({ orm }: Database) {
  return {
    /** Those that staff can choose now, in the order in which they were made. */
    current: (kind?: ReplyKind): ReplyRow[] =>
      orm
        .select()
        .from(replyTemplates)
        .where(and(isNull(replyTemplates.endedAt), kind && eq(replyTemplates.kind, kind)))
        .orderBy(asc(replyTemplates.id))
        .all(),
    /** Those of a kind, the ended ones too: first those that can be chosen now, each time the newest first. */
    ever: (kind: ReplyKind): ReplyRow[] =>
      orm
        .select()
        .from(replyTemplates)
        .where(eq(replyTemplates.kind, kind))
        .orderBy(desc(isNull(replyTemplates.endedAt)), desc(replyTemplates.id))
        .all(),
    find: (id: number): ReplyRow | undefined =>
      orm.select().from(replyTemplates).where(eq(replyTemplates.id, id)).get(),
    add: (row: Omit<ReplyRow, 'id' | 'endedAt'>): number =>
      orm.insert(replyTemplates).values(row).returning({ id: replyTemplates.id }).get().id,
    change: (id: number, change: Partial<Omit<ReplyRow, 'id'>>): void =>
      void orm.update(replyTemplates).set(change).where(eq(replyTemplates.id, id)).run(),
    languageOf: (candidateId: number): Language =>
      orm.select({ language: candidates.language }).from(candidates).where(eq(candidates.id, candidateId)).get()!
        .language,
  }
}
