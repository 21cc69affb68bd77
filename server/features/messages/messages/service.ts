import type { Database } from '#db/client.ts'
import type { Clock } from '#server/adapters/clock.ts'
import type { Delivery, Sender } from '#server/adapters/sender.ts'
import type { Course } from '#server/courses/course.ts'
import {
  addressesOf,
  type MessageChannel,
  type MessageParams,
  type MessageSecrets,
  type MessageTemplate,
  mayGoBy,
  messageChannels,
  type NewMessage,
  type Tell,
  type TellCell,
  type TellOffice,
  type Wording,
  waysOf,
} from '#server/domain/messages/message-templates.ts'
import { createSeal, type PortalSecrets, renewEach } from '#server/http/seal.ts'
import { soon } from '#server/kernel/background.ts'
import { type Language, languages } from '#server/kernel/languages.ts'
import { ok, type Result, refuse } from '#server/kernel/result.ts'
import { type Instant, plus, seconds } from '#server/kernel/time.ts'
import { mostAttempts, nextAttempt } from './back-off'
import { createLane } from './lane'
import { type MessageContent, renderBody, renderMessage, unfilledPlaceholders } from './render'
import { type OutboxEnd, type OutboxRow, outboxStore } from './store'

/** A message as the demo's outbox shows it. */
export type OutboxMessage = {
  id: number
  /** The course's slug. */
  course: string
  channel: MessageChannel
  to: string
  template: MessageTemplate
  language: Language
  text: string
  subject?: string
  /** Present while the outbox still has it. */
  otp?: string
  /** The time of writing, ISO 8601 in UTC. */
  at: string
}

/** A message to a candidate's phone, for its log. `at`: epoch milliseconds of the portal's clock. */
type PhoneLine = {
  id: number
  channel: 'sms' | 'whatsapp'
  /** The last four digits. */
  to: string
  text: string
  language: Language
  state: OutboxRow['state']
  at: number
}
/** `older`: the line before which the next page begins, or null. */
export type PhoneLog = { lines: PhoneLine[]; older: number | null }

export type MessagesDependencies = {
  db: Database
  senders: Readonly<Record<MessageChannel, Sender>>
  clock: Clock
  secrets: PortalSecrets
  /** The idempotency key of an outbox message: the same at every attempt, and never another message's. */
  keyOf(id: number): string
  /** The demo shows OTPs after their delivery; a live portal deletes them. */
  keepSecrets: boolean
  course: Course
  /** The cell's wording for a template at an instant of the portal's clock; null if there is none. */
  wording(template: MessageTemplate, at: Instant): Wording | null
  /** Puts a message in a candidate's message box; joins the caller's transaction. */
  keepInBox(message: {
    candidateId: number
    template: MessageTemplate
    language: Language
    params: MessageParams
  }): void
  log: { warn(fields: object, text: string): void; error(fields: object, text: string): void }
}

/** A sender's answer, or the reason that there is nothing to hand to a sender. */
type Outcome = Delivery | { kind: 'hopeless'; reason: string }

/** Senders answer within 30 s; a process that holds a message longer than this has crashed. */
const lease = seconds(60)
/** Lines of a page of the log. */
const logSize = 30
/** Simultaneous deliveries per channel, so that a hanging mail server does not delay OTPs. */
const width = 8

/**
 * Messages to candidates: written to the outbox in the transaction that causes them, delivered after it with retries. A
 * crash loses none; a provider that honours the idempotency key sends none twice. Source: rules §10.1.
 */
export function createMessages({
  db,
  senders,
  clock,
  secrets,
  keyOf,
  keepSecrets,
  course,
  wording,
  keepInBox,
  log,
}: MessagesDependencies) {
  const store = outboxStore(db, { keepSecrets })
  const seal = createSeal(secrets, course.slug)
  let isClosed = false
  let taken = 0
  let isKicked = false

  const lanes = messageChannels.map((channel) =>
    createLane<OutboxRow>({
      width,
      take(most) {
        if (isClosed) return []
        const now = clock.real()
        const rows = store.claim(channel, most, now, plus(now, lease))
        taken += rows.length
        return rows
      },
      work: deliver,
      onError: (error) => log.error({ err: error }, 'messages: the outbox does not answer'),
    }),
  )

  async function deliver(row: OutboxRow) {
    const secrets = secretsOf(row)
    const outcome = await attempt(row, secrets)
    try {
      settle(row, outcome, secrets)
    } catch (error) {
      log.error({ err: error, message: row.id }, 'messages: a delivery could not be recorded and will be repeated')
    }
  }

  async function attempt(row: OutboxRow, secrets: MessageSecrets | null): Promise<Outcome> {
    const template = row.template as MessageTemplate
    if (!mayGoBy(template, row.channel)) return { kind: 'hopeless', reason: 'no such message' }
    if (row.attempts > mostAttempts) return { kind: 'hopeless', reason: 'interrupted at the last attempt' }
    if (!secrets) return { kind: 'hopeless', reason: 'sealed under another secret' }
    const content = contentOf(row, secrets)
    const { text, subject } = renderMessage(course, content)
    try {
      return await senders[row.channel].send({
        idempotencyKey: keyOf(row.id),
        channel: row.channel,
        to: row.recipient,
        template,
        templateId: (content.wording?.ids ?? course.messageTemplateIds[template])?.[row.language],
        language: row.language,
        subject,
        text,
      })
    } catch (error) {
      // The error's message may quote ours, so log only its name.
      const name = error instanceof Error ? error.name : 'a thrown value'
      log.error({ message: row.id, channel: row.channel, error: name }, 'messages: a sender threw')
      return { kind: 'failed', reason: `sender threw ${name}` }
    }
  }

  /** Records the result of an attempt: the end of the message, or the time of its next attempt. */
  function settle(row: OutboxRow, outcome: Outcome, secrets: MessageSecrets | null) {
    const now = clock.real()
    const next = nextAttempt(row.attempts, now, Math.random())
    const state = endOf(row, outcome, next)
    const clean = (text: string) => without(text, [row.recipient, secrets?.otp, secrets?.link])
    const providerId = outcome.kind === 'sent' && outcome.providerId ? clean(outcome.providerId) : null
    const reason = outcome.kind === 'sent' ? null : clean(outcome.reason)
    const isRecorded = state
      ? store.finish(row, { state, finishedAt: now, providerId, lastError: reason })
      : store.postpone(row, next, reason)
    const fields = { message: row.id, channel: row.channel, template: row.template, attempt: row.attempts, reason }
    if (!isRecorded) log.warn(fields, 'messages: a delivery outlived its lease')
    else if (state && state !== 'sent') log.warn(fields, `messages: ${state}`)
  }

  function contentOf(row: Worded, secrets: MessageSecrets): MessageContent {
    const values: Record<string, string | number> = { ...row.params, ...secrets }
    if (row.expiresAt !== null) values.minutes ??= Math.ceil((row.expiresAt - row.createdAt) / 60_000)
    const template = row.template as MessageTemplate
    // A message keeps the wording of the time it was written, in every log and at every attempt.
    const counted = wording(template, (row.saidAt ?? row.createdAt) as Instant)
    return { template, channel: row.channel, language: row.language, values, wording: counted }
  }

  /** The row's sealed secrets; empty if there were none or they are deleted; null if they cannot be opened. */
  const secretsOf = (row: OutboxRow): MessageSecrets | null =>
    row.sealed === null ? {} : seal.open(row.sealed, owner(row))

  function deliverWhatIsDue() {
    if (isClosed) return
    store.expire(clock.real())
    for (const lane of lanes) lane.fill()
  }

  async function drain() {
    if (isKicked) await new Promise((resolve) => setImmediate(resolve))
    await Promise.all(lanes.map((lane) => lane.idle()))
  }

  /** Starts delivery soon, once for any number of calls: after the transaction, which is synchronous. Never throws. */
  function kick(): void {
    if (isClosed || isKicked) return
    isKicked = true
    soon('the outbox', log, () => {
      isKicked = false
      deliverWhatIsDue()
    })
  }

  /** See `Send`. */
  function send(message: NewMessage): void {
    const {
      candidateId,
      channel,
      to,
      template,
      language,
      params = {},
      secrets = {},
      expiresAt = null,
      batch = null,
    } = message
    const createdAt = clock.real()
    const saidAt = clock.portal()
    const row = { candidateId, channel, recipient: to, template, language, params, createdAt, saidAt, expiresAt, batch }
    if (!mayGoBy(template, channel)) throw new Error(`${template} does not go by ${channel}`)
    if ('otp' in params || 'link' in params) throw new Error(`${template}: OTPs and links are secrets, not params`)
    const unfilled = unfilledPlaceholders(course, contentOf(row, secrets))
    if (unfilled.length) throw new Error(`${template} by ${channel} lacks ${unfilled.join(', ')}`)
    store.add({ ...row, sealed: Object.keys(secrets).length ? seal.close(secrets, owner(row)) : null })
    kick()
  }

  const tell: Tell = (candidateId, template, given = {}, { by, ...how } = {}) => {
    const addressee = store.addressee(candidateId)
    if (!addressee) throw new Error(`${template}: there is no candidate ${candidateId}`)
    const { userId, language } = addressee
    const params = { userId, ...(typeof given === 'function' ? given(language) : given) }
    const ways = waysOf(template).filter((way) => by === undefined || by.includes(way))
    const message = { candidateId, template, language, params }
    if (how.secrets && ways.includes('box')) throw new Error(`${template}: the message box keeps no secrets`)
    for (const address of addressesOf(ways, addressee)) send({ ...message, ...address, ...how })
    if (ways.includes('box')) keepInBox(message)
  }

  const tellOffice: TellOffice = (to, template, params) => {
    // The portal does not know which language the office's reader prefers.
    for (const language of languages)
      send({ candidateId: null, channel: 'email', to, template, language, params: params(language) })
  }

  const tellCell: TellCell = (template, params) => tellOffice(course.contact.email, template, params)

  return {
    tell,
    tellCell,
    tellOffice,
    send,

    /** For the clock's tick: `tell` and `send` wake the outbox themselves. */
    kick,

    /** Delivers until nothing is due, and returns the number of attempts. Not inside a transaction. */
    async deliverDue(): Promise<number> {
      const before = taken
      deliverWhatIsDue()
      await drain()
      return taken - before
    },

    /** Seals the secrets of waiting messages anew under the server's present secret. Joins the transaction. */
    renewSeals: () =>
      renewEach(
        store.sealed(),
        (row) => seal.renew(row.sealed, owner(row)),
        ({ id }, sealed) => store.putSealed(id, sealed),
      ),

    /** True while a message of this template waits for its first delivery. */
    isWaiting: store.isWaiting,

    /**
     * Sends one of a candidate's messages again, to their present address. Joins the caller's transaction. Refusals:
     * `unknown-message` (404); `message-waiting` (409) while it is on its way; `message-secret` (409) for an OTP or a
     * link, which only the candidate asks for.
     */
    resend(candidateId: number, id: number): Result<undefined> {
      const row = store.ofCandidate(candidateId, id)
      if (!row) return refuse('unknown-message', 404)
      if (row.state === 'waiting') return refuse('message-waiting', 409)
      const template = row.template as MessageTemplate
      const isSecret =
        row.expiresAt !== null || row.sealed !== null || unfilledPlaceholders(course, contentOf(row, {})).length
      if (isSecret) return refuse('message-secret', 409)
      const addressee = store.addressee(candidateId)!
      const [address] = addressesOf([row.channel], addressee)
      if (!address) return refuse('message-no-address', 409)
      send({ candidateId, template, language: row.language, params: row.params, ...address })
      return ok()
    },

    /** How the messages of a batch have fared, and the first that did not arrive. */
    deliveryOf: (batch: string) => ({ counts: store.batchCounts(batch), failures: store.batchFailures(batch, 50) }),

    /** The messages to a candidate's phone, with their delivery, newest first, without secrets. */
    phoneLog({ candidateId }: { candidateId: number }, before?: number): PhoneLog {
      const rows = store.toPhone(candidateId, logSize + 1, before)
      const lines = rows.slice(0, logSize).map((row) => ({
        id: row.id,
        channel: row.channel as PhoneLine['channel'],
        to: `••••••${row.recipient.slice(-4)}`,
        text: renderMessage(course, contentOf(row, { otp: '••••••', link: '…' })).text,
        language: row.language,
        state: row.state,
        at: row.saidAt ?? row.createdAt,
      }))
      return { lines, older: rows.length > logSize ? lines[logSize - 1]!.id : null }
    },

    /** The text of a message as its e-mail had it at an instant, without the signature: for the message box. */
    words: ({
      template,
      language,
      values,
      at,
    }: Pick<MessageContent, 'template' | 'language' | 'values'> & { at: Instant }): { subject: string; text: string } =>
      renderBody(course, { template, channel: 'email', language, values, wording: wording(template, at) }),

    /** Previews a message with this wording and these values. */
    preview: (content: MessageContent): { text: string; subject?: string } => renderMessage(course, content),

    /** The newest messages first, to everybody or to one recipient, for the demo. */
    outbox({ to, limit = 50 }: { to?: string; limit?: number } = {}): OutboxMessage[] {
      return store.newest(to ?? null, limit).map((row) => {
        const secrets = secretsOf(row) ?? {}
        const content = contentOf(row, { otp: '••••••', link: '…', ...secrets })
        return {
          id: row.id,
          course: course.slug,
          channel: row.channel,
          to: row.recipient,
          template: content.template,
          language: row.language,
          ...renderMessage(course, content),
          ...(secrets.otp === undefined ? {} : { otp: secrets.otp }),
          at: new Date(row.saidAt ?? row.createdAt).toISOString(),
        }
      })
    },

    /** The delay of the oldest due message in milliseconds; 0 if none is due. For `/readyz`. */
    lag(): number {
      const now = clock.real()
      return Math.max(0, now - (store.oldestDue(now) ?? now))
    },

    /** Resolves when no delivery is running. */
    drain,

    /** Takes no more messages, and resolves when current deliveries have ended; the rest waits for the next start. */
    async close(): Promise<void> {
      isClosed = true
      await drain()
    },
  }
}

/** The end of a message after this attempt; null if another attempt follows at `next`. */
function endOf(row: OutboxRow, outcome: Outcome, next: Instant): OutboxEnd['state'] | null {
  if (outcome.kind === 'sent' || outcome.kind === 'refused') return outcome.kind
  if (outcome.kind === 'hopeless' || row.attempts >= mostAttempts) return 'failed'
  return row.expiresAt !== null && next >= row.expiresAt ? 'expired' : null
}

type Addressed = Pick<OutboxRow, 'channel' | 'recipient' | 'template'>
const owner = ({ channel, recipient, template }: Addressed) => `${channel} ${template} ${recipient}`

type Worded = Pick<OutboxRow, 'template' | 'channel' | 'language' | 'params' | 'createdAt' | 'saidAt' | 'expiresAt'>

/** A reason that is safe for the database and the log: one short line without the hidden values. */
const without = (text: string, hidden: readonly (string | undefined)[]): string =>
  hidden
    .filter((part) => part !== undefined && part !== '')
    .reduce<string>((clean, part) => clean.replaceAll(part!, '…'), text)
    .replace(/\p{Cc}+/gu, ' ')
    .slice(0, 200)

export type Messages = ReturnType<typeof createMessages>
