import { isForReceiver, type MessageSecrets, type MessageTemplate } from '#server/domain/messages/message-templates.ts'
import { createSeal, renewEach } from '#server/http/seal.ts'
import type { Instant } from '#server/kernel/time.ts'
import type { MessagesDependencies } from './deps'
import type { MessageContent } from './render'
import type { OutboxRow, OutboxStore } from './store'

type Addressed = Pick<OutboxRow, 'channel' | 'recipient' | 'template'>
const owner = ({ channel, recipient, template }: Addressed) => `${channel} ${template} ${recipient}`

type Worded = Pick<
  OutboxRow,
  'template' | 'channel' | 'language' | 'params' | 'createdAt' | 'saidAt' | 'expiresAt' | 'receiverId'
>

/** What a row of the outbox says: its wording, its values, and its sealed secrets. */
export function createContents({ secrets, course, wording }: MessagesDependencies, store: OutboxStore) {
  const seal = createSeal(secrets, course.slug)

  function contentOf(row: Worded, secrets: MessageSecrets): MessageContent {
    const values: Record<string, string | number> = { ...row.params, ...secrets }
    if (row.expiresAt !== null) values.minutes ??= Math.ceil((row.expiresAt - row.createdAt) / 60_000)
    const template = row.template as MessageTemplate
    // A message keeps the wording of the time it was written, in every log and at every attempt.
    const counted = wording(template, (row.saidAt ?? row.createdAt) as Instant)
    const isCopy = row.receiverId !== null && isForReceiver(template)
    return { template, channel: row.channel, language: row.language, values, wording: counted, isCopy }
  }

  return {
    contentOf,

    /** The row's sealed secrets; empty if there were none or they are deleted; null if they cannot be opened. */
    secretsOf: (row: OutboxRow): MessageSecrets | null =>
      row.sealed === null ? {} : seal.open(row.sealed, owner(row)),

    /** Seals the secrets of a new message; null if it has none. */
    sealOf: (row: Addressed, secrets: MessageSecrets): string | null =>
      Object.keys(secrets).length ? seal.close(secrets, owner(row)) : null,

    /** Seals the secrets of waiting messages anew under the server's present secret. Joins the transaction. */
    renewSeals: () =>
      renewEach(
        store.sealed(),
        (row) => seal.renew(row.sealed, owner(row)),
        ({ id }, sealed) => store.putSealed(id, sealed),
      ),
  }
}

export type Contents = ReturnType<typeof createContents>
