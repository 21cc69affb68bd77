import { href } from '#server/domain/terms/href.ts'
import type { Base } from '#server/features/base.ts'
import { createLinkTokens } from '#server/http/link-tokens.ts'
import { createSeal } from '#server/http/seal.ts'
import type { SegmentFacts } from './bulk-messages/recipients'
import { createBulkMessages } from './bulk-messages/service'
import { bulkMessagesStore } from './bulk-messages/store'
import { createInbox, type Inbox } from './inbox/service'
import { inboxStore } from './inbox/store'
import { createMessages } from './messages/service'
import { createPush, type Push } from './push/service'
import { pushStore } from './push/store'
import { createReminders, type Reminders } from './reminders/service'
import type { ReminderSources } from './reminders/source'
import { remindersStore } from './reminders/store'
import { createTemplates } from './templates/service'
import { templatesStore } from './templates/store'

/** What bulk messages and reminders need of the other areas, which are put together later. */
type Later = { segmentFacts(): SegmentFacts; reminderSources(): ReminderSources }

/** What the portal writes to people, and what they write to the cell. */
export function composeMessages(base: Base, { segmentFacts, reminderSources }: Later) {
  const { config, clock, course, db, identity, senders, limits, linkBase, log, audit } = base
  const templates = createTemplates({
    db,
    store: templatesStore(db),
    clock,
    course,
    record: audit.record,
  })
  const push = composePush(base)
  const receiverLinks = linksOfReceivers(base)
  const messages = createMessages({
    db,
    senders,
    clock,
    secrets: config,
    keyOf: (id) => `${course.slug}-${identity.keyOf('outbox', id)}`,
    keepSecrets: config.mode === 'demo',
    course,
    wording: templates.wording,
    stillHolds: (what, candidateId) => reminders.stillHolds(what, candidateId),
    keepInBox: (message) => inbox.keep(message),
    receiverLink: receiverLinks.linkTo,
    push: { ...push, page: () => href(linkBase(), 'message') },
    log,
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
    releases: base.releases,
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
  const reminders: Reminders = createReminders({
    db,
    store: remindersStore(db),
    clock,
    sources: reminderSources,
    tell: messages.tell,
    isWaiting: messages.isWaiting,
    unsentOf: messages.unsentOf,
    linkBase,
  })
  return { templates, messages, push, receiverLinks, inbox, bulkMessages, reminders }
}

/** The links by which second receivers end their messages. */
function linksOfReceivers({ config, course, linkBase }: Base) {
  const tokens = createLinkTokens(config, course.slug, 'second receivers')
  return {
    linkTo: (id: number): string =>
      href(linkBase(), 'verification', undefined, { receiver: tokens.issue({ id, part: 0 }) }),
    /** The second receiver whom a link is about; null for a link that this portal did not make. */
    read: (token: string): number | null => tokens.read(token)?.id ?? null,
  }
}

/** Notifications on devices. */
function composePush({ archive, clock, config, consents, course, db, limits }: Base): Push {
  return createPush({
    db,
    store: pushStore(db),
    clock,
    limits,
    seal: createSeal<string>(config, course.slug, 'push keys'),
    contact: () => course.contact.email,
    onConsent: consents.record,
    isDemo: config.mode === 'demo',
    isArchive: archive !== null,
  })
}

export type MessagesArea = ReturnType<typeof composeMessages>
