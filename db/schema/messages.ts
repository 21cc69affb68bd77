import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { candidates } from './accounts'

/**
 * Messages to candidates, written in the transaction that causes them and delivered after it. Written by `messages`.
 */
export const outbox = sqliteTable(
  'outbox',
  {
    /** Never given twice: it is part of the key by which a provider knows a message. */
    id: integer().primaryKey({ autoIncrement: true }),
    candidateId: integer().references(() => candidates.id),
    channel: text({ enum: ['sms', 'whatsapp', 'email', 'push'] }).notNull(),
    /** A mobile number, an e-mail address, or the number of a push device. */
    recipient: text().notNull(),
    template: text().notNull(),
    language: text({ enum: ['en', 'mr'] }).notNull(),
    /** Values for the template, without secrets. */
    params: text({ mode: 'json' }).$type<Record<string, string | number>>().notNull(),
    /** OTPs and links, encrypted until delivery and then deleted (kept in demo mode). */
    sealed: text(),
    createdAt: integer().notNull(),
    /** The same moment by the portal's clock, for candidates; null in rows of older versions. */
    saidAt: integer(),
    /** The bulk message or announcement that it belongs to, as `bulk-message:7`; null for single messages. */
    batch: text(),
    /** After this moment the message is useless and is dropped. */
    expiresAt: integer(),
    /** Null once it has ended, and while it is held. */
    nextAttemptAt: integer(),
    /** Not before this instant of the portal's clock: the end of the quiet hours. Null once it has been tried. */
    heldUntil: integer(),
    /** It is sent only while this still holds, such as `reminder:12`; null for messages that always are. */
    onlyWhile: text(),
    /** The second receiver whom it is for, while they are one; null for the candidate. */
    receiverId: integer(),
    attempts: integer().notNull().default(0),
    state: text({ enum: ['waiting', 'sent', 'refused', 'expired', 'failed', 'stopped'] })
      .notNull()
      .default('waiting'),
    finishedAt: integer(),
    providerId: text(),
    lastError: text(),
  },
  (t) => [
    index('outbox_due').on(t.state, t.nextAttemptAt),
    index('outbox_held').on(t.channel, t.heldUntil).where(sql`held_until IS NOT NULL`),
    index('outbox_candidate').on(t.candidateId, t.createdAt),
    index('outbox_stranger').on(t.recipient).where(sql`candidate_id IS NULL`),
    index('outbox_batch').on(t.batch, t.channel, t.state).where(sql`batch IS NOT NULL`),
  ],
)
