import path from 'node:path'
import type { SegmentFacts } from '#server/features/messages/bulk-messages/recipients.ts'
import { createBulkMessages } from '#server/features/messages/bulk-messages/service.ts'
import { bulkMessagesStore } from '#server/features/messages/bulk-messages/store.ts'
import { createInbox, type Inbox } from '#server/features/messages/inbox/service.ts'
import { inboxStore } from '#server/features/messages/inbox/store.ts'
import { createMessages } from '#server/features/messages/messages/service.ts'
import { createTemplates } from '#server/features/messages/templates/service.ts'
import { templatesStore } from '#server/features/messages/templates/store.ts'
import { createMachineTime } from '#server/features/operations/housekeeping/machine-time.ts'
import { createHousekeeping } from '#server/features/operations/housekeeping/service.ts'
import { housekeepingStore } from '#server/features/operations/housekeeping/store.ts'
import { newestIn } from '#server/features/operations/identity/service.ts'

import type { Ground } from './ground'

/** What bulk messages need of the seats and the payments, which are put together later. */
type Later = { segmentFacts(): SegmentFacts }

/** What the portal writes to people, and what alarms the cell. */
export function createMessagesWing(ground: Ground, { segmentFacts }: Later) {
  const { config, clock, course, folder, db, identity, senders, limits, log, siblings, audit } = ground
  const templates = createTemplates({ db, store: templatesStore(db), clock, course, record: audit.record })
  const messages = createMessages({
    db,
    senders,
    clock,
    secrets: config,
    keyOf: (id) => `${course.slug}-${identity.keyOf('outbox', id)}`,
    keepSecrets: config.mode === 'demo',
    course,
    wording: templates.wording,
    keepInBox: (message) => inbox.keep(message),
    log,
  })
  const housekeeping = createHousekeeping({
    db,
    store: housekeepingStore(db),
    clock,
    folder,
    backups: { folder: path.join(config.backups.dir, course.slug), keep: config.backups.keep },
    process: siblings.name,
    isDemo: config.mode === 'demo',
    async brokenAuditLine() {
      const verdict = await audit.verifyInPieces()
      return verdict.isWhole ? null : verdict.line
    },
    tellCell: messages.tellCell,
    record: audit.record,
    log,
  })
  const machineTime = createMachineTime({
    db,
    store: housekeepingStore(db),
    clock,
    isDemo: config.mode === 'demo',
    newest: () => newestIn(db),
    tellCell: messages.tellCell,
    record: audit.record,
    log,
    slug: course.slug,
  })
  const inbox: Inbox = createInbox({
    store: inboxStore(db),
    clock,
    limits,
    words: messages.words,
    record: audit.record,
  })
  const bulkMessages = createBulkMessages({
    db,
    store: bulkMessagesStore(db),
    clock,
    releases: ground.releases,
    segments: segmentFacts,
    tell: messages.tell,
    render: (channel, language, values) =>
      messages.preview({
        template: 'from-the-cell',
        channel,
        language,
        values,
        wording: templates.wording('from-the-cell', clock.portal()),
      }),
    deliveryOf: messages.deliveryOf,
    isBusy: () => messages.isWaiting('from-the-cell'),
    record: audit.record,
  })
  return { templates, messages, housekeeping, machineTime, inbox, bulkMessages }
}

export type MessagesWing = ReturnType<typeof createMessagesWing>
