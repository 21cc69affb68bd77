import { and, asc, count, desc, eq, gt, inArray, isNotNull, isNull, lt, lte, min, or, sql } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { candidates } from '#db/schema/accounts.ts'
import { outbox } from '#db/schema/messages.ts'
import type { Addressee, MessageChannel, MessageTemplate } from '#server/domain/messages/message-templates.ts'
import type { Instant } from '#server/kernel/time.ts'

export type OutboxRow = typeof outbox.$inferSelect
type NewOutboxRow = Pick<
  OutboxRow,
  | 'candidateId'
  | 'channel'
  | 'recipient'
  | 'template'
  | 'language'
  | 'params'
  | 'sealed'
  | 'createdAt'
  | 'saidAt'
  | 'expiresAt'
  | 'batch'
>
/** The final state of a message. */
export type OutboxEnd = {
  state: Exclude<OutboxRow['state'], 'waiting'>
  finishedAt: Instant
  providerId: string | null
  lastError: string | null
}
/** The number of messages of a batch that went by a channel and are in a state. */
type BatchCount = { channel: MessageChannel; state: OutboxRow['state']; count: number }
type BatchFailure = { userId: string; channel: MessageChannel; state: OutboxRow['state']; reason: string | null }
/** A row with the attempt that claimed it; a claim that another one has overtaken may no longer write. */
type Claim = Pick<OutboxRow, 'id' | 'attempts'>

const p = sql.placeholder
const value = (name: string) => sql`${sql.placeholder(name)}`

/**
 * The only writer of `outbox`. Statements are prepared once and synchronous. What is added joins the caller's transaction.
 * What becomes of a delivery is not flushed to the disk by itself: after a power cut a message may be sent again under
 * its key, and while thousands go out, pages do not wait for the disk.
 */
export function outboxStore({ orm, transactUnflushed }: Database, { keepSecrets }: { keepSecrets: boolean }) {
  const forgotten = keepSecrets ? {} : { sealed: null }
  const isDue = and(eq(outbox.state, 'waiting'), lte(outbox.nextAttemptAt, p('now')))
  const isOfUse = or(isNull(outbox.expiresAt), gt(outbox.expiresAt, p('now')))
  const isClaimed = and(eq(outbox.id, p('id')), eq(outbox.attempts, p('attempts')), eq(outbox.state, 'waiting'))
  const ended = { state: value('state'), finishedAt: value('finishedAt'), nextAttemptAt: null, ...forgotten }

  const insert = orm
    .insert(outbox)
    .values({
      candidateId: p('candidateId'),
      channel: p('channel'),
      recipient: p('recipient'),
      template: p('template'),
      language: p('language'),
      params: p('params'),
      sealed: p('sealed'),
      createdAt: p('createdAt'),
      saidAt: p('saidAt'),
      expiresAt: p('expiresAt'),
      batch: p('batch'),
      nextAttemptAt: p('createdAt'),
    })
    .prepare()
  const nextDue = orm
    .select({ id: outbox.id })
    .from(outbox)
    .where(and(isDue, eq(outbox.channel, p('channel')), isOfUse))
    .orderBy(asc(outbox.nextAttemptAt))
    .limit(p('most'))
    .prepare()
  const take = orm
    .update(outbox)
    .set({ attempts: sql`${outbox.attempts} + 1`, nextAttemptAt: value('leaseEnd') })
    .where(and(eq(outbox.id, p('id')), isDue))
    .returning()
    .prepare()
  const finish = orm
    .update(outbox)
    .set({ ...ended, providerId: value('providerId'), lastError: value('lastError') })
    .where(isClaimed)
    .prepare()
  const postpone = orm
    .update(outbox)
    .set({ nextAttemptAt: value('nextAttemptAt'), lastError: value('lastError') })
    .where(isClaimed)
    .prepare()
  const isUseless = and(isDue, lte(outbox.expiresAt, p('now')))
  const oneUseless = orm.select({ id: outbox.id }).from(outbox).where(isUseless).limit(1).prepare()
  const dropUseless = orm.update(outbox).set(ended).where(isUseless).prepare()
  const oldestDue = orm
    .select({ at: min(outbox.nextAttemptAt) })
    .from(outbox)
    .where(isDue)
    .prepare()
  const newest = orm
    .select()
    .from(outbox)
    .where(or(isNull(value('to')), eq(outbox.recipient, p('to'))))
    .orderBy(desc(outbox.id))
    .limit(p('limit'))
    .prepare()

  const addressee = orm
    .select({
      userId: candidates.userId,
      mobile: candidates.mobile,
      email: candidates.email,
      language: candidates.language,
      emailVerifiedAt: candidates.emailVerifiedAt,
      whatsappOptedInAt: candidates.whatsappOptedInAt,
    })
    .from(candidates)
    .where(eq(candidates.id, p('candidateId')))
    .prepare()

  return {
    /** A candidate's contacts and language as they are now. */
    addressee(candidateId: number): Addressee | undefined {
      const row = addressee.get({ candidateId })
      if (!row) return undefined
      const { emailVerifiedAt, whatsappOptedInAt, ...rest } = row
      return { ...rest, isEmailVerified: emailVerifiedAt !== null, isOnWhatsapp: whatsappOptedInAt !== null }
    },

    add: (row: NewOutboxRow) => void insert.run(row),
    /** Every row with sealed secrets. */
    sealed: () =>
      orm
        .select({
          id: outbox.id,
          channel: outbox.channel,
          recipient: outbox.recipient,
          template: outbox.template,
          sealed: sql<string>`${outbox.sealed}`,
        })
        .from(outbox)
        .where(isNotNull(outbox.sealed))
        .all(),
    putSealed: (id: number, sealed: string): void =>
      void orm.update(outbox).set({ sealed }).where(eq(outbox.id, id)).run(),
    /**
     * Claims the messages that have waited longest, at most `most`, each for one attempt, until `leaseEnd`: two processes
     * never hold the same one, and a crash releases it when the lease ends. Reads first, so that an empty outbox takes no
     * write lock.
     */
    claim(channel: MessageChannel, most: number, now: Instant, leaseEnd: Instant): OutboxRow[] {
      const due = () => nextDue.all({ channel, most, now })
      if (due().length === 0) return []
      return transactUnflushed(() => due().map(({ id }) => take.get({ id, now, leaseEnd })!))
    },
    /** Ends a message and deletes its secrets; false if the claim has been overtaken. */
    finish: ({ id, attempts }: Claim, end: OutboxEnd): boolean =>
      transactUnflushed(() => finish.run({ id, attempts, ...end }).changes === 1),
    /** Releases a message until its next attempt; false if the claim has been overtaken. */
    postpone: ({ id, attempts }: Claim, nextAttemptAt: Instant, lastError: string | null): boolean =>
      transactUnflushed(() => postpone.run({ id, attempts, nextAttemptAt, lastError }).changes === 1),
    /** Ends every due message that is no longer useful. */
    expire(now: Instant) {
      if (oneUseless.get({ now })) dropUseless.run({ now, state: 'expired', finishedAt: now })
    },
    /** The due time of the oldest due message, or null. */
    oldestDue: (now: Instant): number | null => oldestDue.get({ now })?.at ?? null,
    ofCandidate: (candidateId: number, id: number): OutboxRow | undefined =>
      orm
        .select()
        .from(outbox)
        .where(and(eq(outbox.id, id), eq(outbox.candidateId, candidateId)))
        .get(),
    /** How the messages of a batch have fared, by channel and state. */
    batchCounts: (batch: string): BatchCount[] =>
      orm
        .select({ channel: outbox.channel, state: outbox.state, count: count() })
        .from(outbox)
        .where(eq(outbox.batch, batch))
        .groupBy(outbox.channel, outbox.state)
        .all(),
    /** The first messages of a batch that did not arrive. */
    batchFailures: (batch: string, limit: number): BatchFailure[] =>
      orm
        .select({
          userId: candidates.userId,
          channel: outbox.channel,
          state: outbox.state,
          reason: outbox.lastError,
        })
        .from(outbox)
        .innerJoin(candidates, eq(candidates.id, outbox.candidateId))
        .where(and(eq(outbox.batch, batch), inArray(outbox.state, ['refused', 'expired', 'failed'])))
        .limit(limit)
        .all(),
    newest: (to: string | null, limit: number): OutboxRow[] => newest.all({ to, limit }),
    /** True if a message of this template has not been delivered yet. */
    isWaiting: (template: MessageTemplate): boolean =>
      orm
        .select({ id: outbox.id })
        .from(outbox)
        .where(and(eq(outbox.state, 'waiting'), eq(outbox.template, template), lte(outbox.attempts, 1)))
        .limit(1)
        .get() !== undefined,
    /** The messages to a candidate's phone, newest first, older than the message `before`. */
    toPhone: (candidateId: number, limit: number, before?: number): OutboxRow[] =>
      orm
        .select()
        .from(outbox)
        .where(
          and(
            eq(outbox.candidateId, candidateId),
            inArray(outbox.channel, ['sms', 'whatsapp']),
            before === undefined ? undefined : lt(outbox.id, before),
          ),
        )
        .orderBy(desc(outbox.createdAt), desc(outbox.id))
        .limit(limit)
        .all(),
  }
}

export type OutboxStore = ReturnType<typeof outboxStore>
