import { and, asc, desc, eq, gt, inArray, isNull, lt, lte, min, or, sql } from 'drizzle-orm'
import type { Database } from '../../../db/client'
import { outbox } from '../../../db/schema/messages'
import type { MessageChannel, MessageTemplate } from '../../domain/message-templates'
import type { Instant } from '../../kernel/time'

export type OutboxRow = typeof outbox.$inferSelect
export type NewOutboxRow = Pick<
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
>
/** How a message ended. */
export type OutboxEnd = {
  state: Exclude<OutboxRow['state'], 'waiting'>
  finishedAt: Instant
  providerId: string | null
  lastError: string | null
}
/** A row and the attempt it was claimed for; a claim that another one has overtaken may no longer write. */
export type Claim = Pick<OutboxRow, 'id' | 'attempts'>

const p = sql.placeholder
const value = (name: string) => sql`${sql.placeholder(name)}`

/** The only writer of `outbox`. Statements are prepared once; all are synchronous and join the caller's transaction. */
export function outboxStore({ orm }: Database, { keepSecrets }: { keepSecrets: boolean }) {
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
      nextAttemptAt: p('createdAt'),
    })
    .prepare()
  const nextDue = orm
    .select({ id: outbox.id })
    .from(outbox)
    .where(and(isDue, eq(outbox.channel, p('channel')), isOfUse))
    .orderBy(asc(outbox.nextAttemptAt))
    .limit(1)
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

  return {
    add: (row: NewOutboxRow) => void insert.run(row),
    /**
     * Takes the message that has waited longest, for one attempt, until `leaseEnd`: two processes never hold the same
     * one, and a crash gives it back when the lease ends. Reads first, so that an empty outbox takes no write lock.
     */
    claim(channel: MessageChannel, now: Instant, leaseEnd: Instant): OutboxRow | undefined {
      for (;;) {
        const next = nextDue.get({ channel, now })
        if (!next) return undefined
        const taken = take.get({ id: next.id, now, leaseEnd })
        if (taken) return taken
      }
    },
    /** Ends a message and forgets its secrets; false when the claim has been overtaken. */
    finish: ({ id, attempts }: Claim, end: OutboxEnd): boolean => finish.run({ id, attempts, ...end }).changes === 1,
    /** Gives a message back until its next attempt; false when the claim has been overtaken. */
    postpone: ({ id, attempts }: Claim, nextAttemptAt: Instant, lastError: string | null): boolean =>
      postpone.run({ id, attempts, nextAttemptAt, lastError }).changes === 1,
    /** Ends every due message that has become useless. */
    expire(now: Instant) {
      if (oneUseless.get({ now })) dropUseless.run({ now, state: 'expired', finishedAt: now })
    },
    /** Since when the oldest due message has been due, or null. */
    oldestDue: (now: Instant): number | null => oldestDue.get({ now })?.at ?? null,
    newest: (to: string | null, limit: number): OutboxRow[] => newest.all({ to, limit }),
    /** Whether any message of this template has not been delivered yet. */
    isWaiting: (template: MessageTemplate): boolean =>
      orm
        .select({ id: outbox.id })
        .from(outbox)
        .where(and(eq(outbox.state, 'waiting'), eq(outbox.template, template), lte(outbox.attempts, 1)))
        .limit(1)
        .get() !== undefined,
    /** What went to a candidate's phone, newest first, older than the message `before`. */
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
