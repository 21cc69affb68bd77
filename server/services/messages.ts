import path from 'node:path'
import type { SeatFacts } from '../features/bulk-messages/recipients'
import { createBulkMessages } from '../features/bulk-messages/service'
import { bulkMessagesStore } from '../features/bulk-messages/store'
import { createMachineTime } from '../features/housekeeping/machine-time'
import { createHousekeeping } from '../features/housekeeping/service'
import { housekeepingStore } from '../features/housekeeping/store'
import { newestIn } from '../features/identity/service'
import { createInbox, type Inbox } from '../features/inbox/service'
import { inboxStore } from '../features/inbox/store'
import { createMessages } from '../features/messages/service'
import { createTemplates } from '../features/templates/service'
import { templatesStore } from '../features/templates/store'

import type { Ground } from './ground'

/** What bulk messages need of the seats, which are put together later. */
type Later = { seatFacts(): SeatFacts }

/** What the portal writes to people, and what alarms the cell. */
export function createMessagesWing(ground: Ground, { seatFacts }: Later) {
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
    seats: seatFacts,
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
