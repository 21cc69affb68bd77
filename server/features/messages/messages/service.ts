import {
  addressesOf,
  isForReceiver,
  type MessageChannel,
  type MessageTemplate,
} from '#server/domain/messages/message-templates.ts'
import type { Language } from '#server/kernel/languages.ts'
import { ok, type Result, refuse } from '#server/kernel/result.ts'
import type { Instant } from '#server/kernel/time.ts'
import { createContents } from './contents'
import { createDelivery } from './delivery'
import type { MessagesDependencies } from './deps'
import { type MessageContent, renderBody, renderMessage, unfilledPlaceholders } from './render'
import { createSending } from './send'
import { type OutboxRow, outboxStore } from './store'

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

/** Lines of a page of the log. */
const logSize = 30

/**
 * Messages to candidates: written to the outbox in the transaction that causes them, delivered after it with retries. A
 * crash loses none; a provider that honours the idempotency key sends none twice. Source: rules §10.1.
 */
export function createMessages(deps: MessagesDependencies) {
  const { course, wording, keepSecrets } = deps
  const store = outboxStore(deps.db, { keepSecrets })
  const contents = createContents(deps, store)
  const { contentOf, secretsOf } = contents
  const delivery = createDelivery(deps, store, contents)
  const sending = createSending(deps, store, contents, delivery.kick)

  return {
    ...sending,
    ...delivery,
    renewSeals: contents.renewSeals,

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
      const isCopy = row.receiverId !== null
      if (isCopy && !isForReceiver(template)) return refuse('message-secret', 409)
      const own = isCopy && row.channel === 'email' ? { link: deps.receiverLink(row.receiverId!) } : {}
      const hasSecret = row.expiresAt !== null || (row.sealed !== null && !isCopy)
      if (hasSecret || unfilledPlaceholders(course, contentOf(row, own)).length) return refuse('message-secret', 409)
      const addresses = addressesOf([isCopy ? 'receiver' : row.channel], store.addressee(candidateId)!)
      const address = addresses.find(({ channel }) => channel === row.channel)
      if (!address || (isCopy && address.receiverId !== row.receiverId)) return refuse('message-no-address', 409)
      sending.send({ candidateId, template, language: row.language, params: row.params, secrets: own, ...address })
      return ok()
    },

    /** How the messages of a batch have fared, and the first that did not arrive. */
    deliveryOf: (batch: string) => ({ counts: store.batchCounts(batch), failures: store.batchFailures(batch, 50) }),

    /** How many messages of a batch wait, were no longer needed, or did not arrive. */
    unsentOf(batch: string): { waiting: number; stopped: number; failed: number } {
      const counts = new Map(store.unsent(batch).map(({ state, count }) => [state, count]))
      const sum = (...states: OutboxRow['state'][]) => states.reduce((all, state) => all + (counts.get(state) ?? 0), 0)
      return { waiting: sum('waiting'), stopped: sum('stopped'), failed: sum('refused', 'expired', 'failed') }
    },

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
  }
}

export type Messages = ReturnType<typeof createMessages>
