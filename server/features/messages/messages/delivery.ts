import { setTimeout as pause } from 'node:timers/promises'
import type { Delivery, PushOrder } from '#server/adapters/sender.ts'
import {
  idsOf,
  isForReceiver,
  type MessageSecrets,
  type MessageTemplate,
  mayGoBy,
  messageChannels,
} from '#server/domain/messages/message-templates.ts'
import { pushKeptFor } from '#server/domain/messages/push.ts'
import { soon } from '#server/kernel/background.ts'
import { outageOf } from '#server/kernel/outage.ts'
import { type Instant, plus, seconds } from '#server/kernel/time.ts'
import { mostAttempts, nextAttempt } from './back-off'
import type { Contents } from './contents'
import type { MessagesDependencies } from './deps'
import { createLane } from './lane'
import { renderMessage } from './render'
import type { OutboxEnd, OutboxRow, OutboxStore } from './store'

/** A sender's answer, or the reason that there is nothing to hand to a sender. `stopped`: it is no longer true. */
type Outcome = Delivery | { kind: 'hopeless'; reason: string } | { kind: 'stopped'; reason: null }

/** Senders answer within 30 s; a process that holds a message longer than this has crashed. */
const lease = seconds(60)
/** How often, after how many ms, what became of a delivery is noted again while another writer holds the database: within its lease. */
const noting = { tries: 25, pause: 1000 } as const
/** Simultaneous deliveries per channel, so that a hanging mail server does not delay OTPs. */
const width = 8

/** The end of a message after this attempt; null if another attempt follows at `next`. */
function endOf(row: OutboxRow, outcome: Outcome, next: Instant): OutboxEnd['state'] | null {
  if (outcome.kind === 'sent' || outcome.kind === 'refused' || outcome.kind === 'stopped') return outcome.kind
  if (outcome.kind === 'hopeless' || row.attempts >= mostAttempts) return 'failed'
  return row.expiresAt !== null && next >= row.expiresAt ? 'expired' : null
}

/** A reason that is safe for the database and the log: one short line without the hidden values. */
const without = (text: string, hidden: readonly (string | undefined)[]): string =>
  hidden
    .filter((part) => part !== undefined && part !== '')
    .reduce<string>((clean, part) => clean.replaceAll(part!, '…'), text)
    .replace(/\p{Cc}+/gu, ' ')
    .slice(0, 200)

/** Hands what is due to the senders, by channel, and records what became of it. */
export function createDelivery(
  { senders, clock, keyOf, course, stillHolds, push, log }: MessagesDependencies,
  store: OutboxStore,
  { contentOf, secretsOf }: Contents,
) {
  let isClosed = false
  let taken = 0
  let isKicked = false
  /** What this process is sending or recording: a clock that jumps beyond a lease must not send it again. */
  const underWay = new Set<number>()

  const lanes = messageChannels.map((channel) =>
    createLane<OutboxRow>({
      width,
      take(most) {
        if (isClosed) return []
        const now = clock.real()
        const rows = store.claim(channel, most, { now, portal: clock.portal(), leaseEnd: plus(now, lease) }, underWay)
        taken += rows.length
        return rows
      },
      work: deliver,
      onError: (error) => log.error({ err: error }, 'messages: the outbox does not answer'),
    }),
  )

  async function deliver(row: OutboxRow) {
    underWay.add(row.id)
    try {
      const secrets = secretsOf(row)
      await settle(row, await attempt(row, secrets), secrets)
    } catch (error) {
      log.error({ err: error, message: row.id }, 'messages: a delivery could not be recorded and will be repeated')
    } finally {
      underWay.delete(row.id)
    }
  }

  async function attempt(row: OutboxRow, secrets: MessageSecrets | null): Promise<Outcome> {
    const template = row.template as MessageTemplate
    if (!mayGoBy(template, row.channel)) return { kind: 'hopeless', reason: 'no such message' }
    if (row.attempts > mostAttempts) return { kind: 'hopeless', reason: 'interrupted at the last attempt' }
    if (!secrets) return { kind: 'hopeless', reason: 'sealed under another secret' }
    if (row.onlyWhile !== null && row.candidateId !== null && !stillHolds(row.onlyWhile, row.candidateId))
      return { kind: 'stopped', reason: null }
    const { receiverId } = row
    if (receiverId !== null && !store.isReceivers(receiverId, row.recipient, isForReceiver(template)))
      return { kind: 'stopped', reason: null }
    const order = row.channel === 'push' ? pushOrder(row) : undefined
    if (order === null) return { kind: 'stopped', reason: null }
    const content = contentOf(row, secrets)
    const { text, subject } = renderMessage(course, content)
    try {
      return await senders[row.channel].send({
        idempotencyKey: keyOf(row.id),
        channel: row.channel,
        to: row.recipient,
        template,
        templateId: idsOf(course.messageTemplateIds, template, content.wording)[row.language],
        language: row.language,
        subject,
        text,
        ...(order && { push: order }),
      })
    } catch (error) {
      // The error's message may quote ours, so log only its name.
      const name = error instanceof Error ? error.name : 'a thrown value'
      log.error({ message: row.id, channel: row.channel, error: name }, 'messages: a sender threw')
      return { kind: 'failed', reason: `sender threw ${name}` }
    }
  }

  /** How a notification reaches its device; null if that is no longer this candidate's. */
  function pushOrder({ recipient, candidateId, params, expiresAt }: OutboxRow): PushOrder | null {
    const reached = candidateId === null ? null : push.order(Number(recipient), candidateId)
    if (!reached) return null
    const left = expiresAt === null ? pushKeptFor : Math.max(0, Math.floor((expiresAt - clock.real()) / 1000))
    const page = typeof params.page === 'string' ? params.page : push.page()
    return { ...reached, page, seconds: Math.min(left, pushKeptFor) }
  }

  /** Records the result of an attempt: the end of the message, or the time of its next attempt. */
  async function settle(row: OutboxRow, outcome: Outcome, secrets: MessageSecrets | null): Promise<void> {
    const now = clock.real()
    const next = nextAttempt(row.attempts, now, Math.random())
    const state = endOf(row, outcome, next)
    const clean = (text: string) => without(text, [row.recipient, secrets?.otp, secrets?.link])
    const providerId = outcome.kind === 'sent' && outcome.providerId ? clean(outcome.providerId) : null
    const reason = outcome.kind === 'sent' || outcome.reason === null ? null : clean(outcome.reason)
    const isRecorded = await noted(() =>
      state
        ? store.finish(row, { state, finishedAt: now, providerId, lastError: reason })
        : store.postpone(row, next, reason),
    )
    if (outcome.kind === 'refused' && outcome.isGone) push.drop(Number(row.recipient))
    const fields = { message: row.id, channel: row.channel, template: row.template, attempt: row.attempts, reason }
    if (!isRecorded) log.warn(fields, 'messages: a delivery outlived its lease')
    else if (state && state !== 'sent' && state !== 'stopped') log.warn(fields, `messages: ${state}`)
  }

  /**
   * Notes what became of a delivery, also if another writer holds the database for a while: what is sent and not noted is sent again
   * when its lease ends, and an old OTP that comes a second time is taken for the new one.
   */
  async function noted(note: () => Promise<boolean>, tries: number = noting.tries): Promise<boolean> {
    try {
      return await note()
    } catch (error) {
      if (isClosed || tries <= 1 || outageOf(error) !== 'busy') throw error
      await pause(noting.pause)
      return noted(note, tries - 1)
    }
  }

  function deliverWhatIsDue() {
    if (isClosed) return
    store.expire(clock.real())
    for (const lane of lanes) lane.fill()
  }

  async function drain() {
    if (isKicked) await new Promise((resolve) => setImmediate(resolve))
    await Promise.all(lanes.map((lane) => lane.idle()))
  }

  return {
    /** Starts delivery soon, once for any number of calls: after the transaction, which is synchronous. Never throws. */
    kick(): void {
      if (isClosed || isKicked) return
      isKicked = true
      soon('the outbox', log, () => {
        isKicked = false
        deliverWhatIsDue()
      })
    },

    /** Delivers until nothing is due, and returns the number of attempts. Not inside a transaction. */
    async deliverDue(): Promise<number> {
      const before = taken
      deliverWhatIsDue()
      await drain()
      return taken - before
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
