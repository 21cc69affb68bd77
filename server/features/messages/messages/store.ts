import { and, count, desc, eq, getTableColumns, inArray, isNotNull, isNull, lt, lte, sql } from 'drizzle-orm'
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
  | 'heldUntil'
  | 'onlyWhile'
  | 'receiverId'
>
/** Every column of a message, by its name in the code. */
const wholeRow = Object.keys(getTableColumns(outbox))
  .map((name) => `${name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)} AS ${name}`)
  .join(', ')
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
/** The machine's and the portal's time, and when the claim ends by the machine's. */
type ClaimTimes = Record<'now' | 'portal' | 'leaseEnd', Instant>
/** A row with the attempt that claimed it; a claim that another one has overtaken may no longer write. */
type Claim = Pick<OutboxRow, 'id' | 'attempts'>

/**
 * The only writer of `outbox`. What is added joins the caller's transaction.
 * What becomes of a delivery is not flushed to the disk by itself: after a power cut a message may be sent again under
 * its key, and while thousands go out, pages do not wait for the disk.
 * Long: the statements and lists that its verbs read, each prepared once.
 */
export function outboxStore(
  { orm, sqlite, transactUnflushed, transactUnflushedTogether }: Database,
  { keepSecrets }: { keepSecrets: boolean },
) {
  const forgotten = keepSecrets ? {} : { sealed: null }
  const isDue = "state = 'waiting' AND next_attempt_at <= @now"
  const isHeld = "state = 'waiting' AND channel = @channel AND held_until <= @portal"
  const insert = sqlite.prepare<Omit<NewOutboxRow, 'params'> & { params: string }>(
    `INSERT INTO outbox (candidate_id, channel, recipient, template, language, params, sealed, created_at, said_at, batch,
       expires_at, held_until, only_while, receiver_id, next_attempt_at)
     VALUES (@candidateId, @channel, @recipient, @template, @language, @params, @sealed, @createdAt, @saidAt, @batch,
       @expiresAt, @heldUntil, @onlyWhile, @receiverId, CASE WHEN @heldUntil IS NULL THEN @createdAt END)`,
  )
  const nextDue = sqlite
    .prepare<{ channel: MessageChannel; now: Instant; most: number }, number>(
      `SELECT id FROM outbox WHERE ${isDue} AND channel = @channel AND (expires_at IS NULL OR expires_at > @now)
       ORDER BY next_attempt_at LIMIT @most`,
    )
    .pluck()
  const nextHeld = sqlite
    .prepare<{ channel: MessageChannel; portal: Instant; most: number }, number>(
      `SELECT id FROM outbox WHERE ${isHeld} ORDER BY held_until, id LIMIT @most`,
    )
    .pluck()
  // What another process has claimed since it was read is due no more.
  const claimOne = sqlite.prepare<
    { id: number; now: Instant; portal: Instant; leaseEnd: Instant },
    Omit<OutboxRow, 'params'> & { params: string }
  >(
    `UPDATE outbox SET attempts = attempts + 1, next_attempt_at = @leaseEnd, held_until = NULL
     WHERE id = @id AND state = 'waiting' AND (next_attempt_at <= @now OR held_until <= @portal)
     RETURNING ${wholeRow}`,
  )
  const isClaimed = "id = @id AND attempts = @attempts AND state = 'waiting'"
  const endOne = sqlite.prepare<Claim & OutboxEnd>(
    `UPDATE outbox SET state = @state, finished_at = @finishedAt, provider_id = @providerId, last_error = @lastError,
       next_attempt_at = NULL${keepSecrets ? '' : ', sealed = NULL'} WHERE ${isClaimed}`,
  )
  const postponeOne = sqlite.prepare<Claim & Pick<OutboxRow, 'nextAttemptAt' | 'lastError'>>(
    `UPDATE outbox SET next_attempt_at = @nextAttemptAt, last_error = @lastError WHERE ${isClaimed}`,
  )
  const oneUseless = sqlite
    .prepare<{ now: Instant }, number>(`SELECT id FROM outbox WHERE ${isDue} AND expires_at <= @now LIMIT 1`)
    .pluck()
  const oldestDue = sqlite
    .prepare<{ now: Instant }, number | null>(`SELECT min(next_attempt_at) FROM outbox WHERE ${isDue}`)
    .pluck()
  const unsent = sqlite.prepare<[string], { state: OutboxRow['state']; count: number }>(
    `SELECT state, count(*) AS count FROM outbox WHERE batch = ? AND channel IN ('sms', 'whatsapp', 'email')
       AND state IN ('waiting', 'stopped', 'refused', 'expired', 'failed') GROUP BY state`,
  )
  const addressee = sqlite.prepare<
    [number],
    Omit<Addressee, 'isEmailVerified' | 'isOnWhatsapp' | 'pushDevices' | 'receiver'> & {
      isEmailVerified: 0 | 1
      isOnWhatsapp: 0 | 1
    }
  >(
    `SELECT user_id AS userId, mobile, email, language, email_verified_at IS NOT NULL AS isEmailVerified,
       whatsapp_opted_in_at IS NOT NULL AS isOnWhatsapp FROM candidates WHERE id = ?`,
  )

  const pushDevices = sqlite
    .prepare<[number], number>('SELECT id FROM push_devices WHERE candidate_id = ? ORDER BY id')
    .pluck()
  const receiver = sqlite.prepare<[number], NonNullable<Addressee['receiver']>>(
    'SELECT id, mobile, email FROM second_receivers WHERE candidate_id = ? AND confirmed_at IS NOT NULL',
  )
  const isReceivers = sqlite
    .prepare<{ id: number; to: string; isCopy: 0 | 1 }, 1>(
      `SELECT 1 FROM second_receivers
       WHERE id = @id AND @to IN (mobile, email) AND (confirmed_at IS NOT NULL OR @isCopy = 0)`,
    )
    .pluck()

  return {
    /** A candidate's contacts and language as they are now. */
    addressee(candidateId: number): Addressee | undefined {
      const row = addressee.get(candidateId)
      return (
        row && {
          ...row,
          isEmailVerified: row.isEmailVerified === 1,
          isOnWhatsapp: row.isOnWhatsapp === 1,
          pushDevices: pushDevices.all(candidateId),
          receiver: receiver.get(candidateId) ?? null,
        }
      )
    },

    /** Is this still an address of the second receiver? `isCopy`: of one who has agreed. */
    isReceivers: (id: number, to: string, isCopy: boolean): boolean =>
      isReceivers.get({ id, to, isCopy: isCopy ? 1 : 0 }) !== undefined,

    add: (row: NewOutboxRow): void => void insert.run({ ...row, params: JSON.stringify(row.params) }),
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
     * never hold the same one, and a crash releases it when the lease ends. Those that were held until an instant of the
     * portal's clock come after all others. Reads first, so that an empty outbox takes no write lock. `except`: never these.
     */
    claim(
      channel: MessageChannel,
      most: number,
      { now, portal, leaseEnd }: ClaimTimes,
      except: ReadonlySet<number> = new Set(),
    ): OutboxRow[] {
      const found = nextDue.all({ channel, most, now })
      const all =
        found.length < most ? [...found, ...nextHeld.all({ channel, most: most - found.length, portal })] : found
      const due = all.filter((id) => !except.has(id))
      if (due.length === 0) return []
      return transactUnflushed(() =>
        due.flatMap((id) => {
          const row = claimOne.get({ id, now, portal, leaseEnd })
          return row ? [{ ...row, params: JSON.parse(row.params) }] : []
        }),
      )
    },
    /** Ends a message and deletes its secrets; false if the claim has been overtaken. */
    finish: ({ id, attempts }: Claim, end: OutboxEnd): Promise<boolean> =>
      transactUnflushedTogether(() => endOne.run({ id, attempts, ...end }).changes === 1),
    /** Releases a message until its next attempt; false if the claim has been overtaken. */
    postpone: ({ id, attempts }: Claim, nextAttemptAt: Instant, lastError: string | null): Promise<boolean> =>
      transactUnflushedTogether(() => postponeOne.run({ id, attempts, nextAttemptAt, lastError }).changes === 1),
    /** Ends every due message that is no longer useful. */
    expire(now: Instant) {
      if (oneUseless.get({ now }) === undefined) return
      orm
        .update(outbox)
        .set({ state: 'expired', finishedAt: now, nextAttemptAt: null, ...forgotten })
        .where(and(eq(outbox.state, 'waiting'), lte(outbox.nextAttemptAt, now), lte(outbox.expiresAt, now)))
        .run()
    },
    /** The due time of the oldest due message, or null. */
    oldestDue: (now: Instant): number | null => oldestDue.get({ now }) ?? null,
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
    /** The messages of a batch that were not sent, or not yet, by state; those that were are not counted, which costs little. */
    unsent: (batch: string): { state: OutboxRow['state']; count: number }[] => unsent.all(batch),
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
    newest: (to: string | null, limit: number): OutboxRow[] =>
      orm
        .select()
        .from(outbox)
        .where(to === null ? undefined : eq(outbox.recipient, to))
        .orderBy(desc(outbox.id))
        .limit(limit)
        .all(),
    /** True if a message of this template has not been delivered yet; one that is held does not count. */
    isWaiting: (template: MessageTemplate): boolean =>
      orm
        .select({ id: outbox.id })
        .from(outbox)
        .where(
          and(
            eq(outbox.state, 'waiting'),
            isNotNull(outbox.nextAttemptAt),
            eq(outbox.template, template),
            lte(outbox.attempts, 1),
          ),
        )
        .limit(1)
        .get() !== undefined,
    /** The messages to a candidate's own phone, newest first, older than the message `before`. */
    toPhone: (candidateId: number, limit: number, before?: number): OutboxRow[] =>
      orm
        .select()
        .from(outbox)
        .where(
          and(
            eq(outbox.candidateId, candidateId),
            isNull(outbox.receiverId),
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
