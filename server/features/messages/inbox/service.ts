import type { Clock } from '#server/adapters/clock.ts'
import { siteOf } from '#server/domain/accounts/network.ts'
import { feedbackRules, ratings } from '#server/domain/messages/feedback.ts'
import type { MessageTemplate } from '#server/domain/messages/message-templates.ts'
import type { Actor } from '#server/domain/terms/actor.ts'
import { auditActor, type RecordAct } from '#server/domain/terms/audit.ts'
import type { StaffMember } from '#server/domain/terms/staff.ts'
import type { Limits } from '#server/features/accounts/limits/store.ts'
import { fairShares } from '#server/kernel/fair-share.ts'
import type { Language } from '#server/kernel/languages.ts'
import { type ListShape, listOfStore } from '#server/kernel/lists.ts'
import { ok, type Refused, type Result, refuse, tooOften } from '#server/kernel/result.ts'
import { days, hours, type Instant } from '#server/kernel/time.ts'
import type { FeedbackForm } from './schema'
import type { InboxRow, InboxStore } from './store'

/** A message as the box shows it, in the language in which it was written. `at`: epoch milliseconds. */
export type BoxMessage = {
  id: number
  subject: string
  text: string
  language: Language
  at: number
  isRead: boolean
}

/** A page of the box. `older`: the message before which the next page begins, or null. */
type BoxPage = { messages: BoxMessage[]; unread: number; older: number | null }

const feedbackShape: ListShape = {
  list: 'feedback',
  columns: [
    { key: 'id', kind: 'text', isSortable: true },
    { key: 'at', kind: 'time' },
    { key: 'about', kind: 'text' },
    { key: 'rating', kind: 'text' },
    { key: 'text', kind: 'written' },
    { key: 'userId', kind: 'text' },
  ],
  filters: ['about', 'rating', 'applicationId'],
  order: '-id',
}

type InboxDeps = {
  store: InboxStore
  clock: Clock
  limits: Pick<Limits, 'count' | 'read' | 'window' | 'startingWith'>
  /** The text of a message as its e-mail has it, without the signature. */
  words(message: {
    template: MessageTemplate
    language: Language
    values: Readonly<Record<string, string | number>>
    /** The time of writing, by the portal's clock. */
    at: Instant
  }): { subject: string; text: string }
  record: RecordAct
}

export type Inbox = ReturnType<typeof createInbox>

const pageSize = 20

/** A candidate's message box, and feedback on the portal. Source: rules §10.2, §10.7. */
export function createInbox({ store, clock, limits, words, record }: InboxDeps) {
  function shown({ id, template, language, params, at, readAt }: InboxRow): BoxMessage {
    const { subject, text } = words({
      template: template as MessageTemplate,
      language,
      values: params,
      at: at as Instant,
    })
    return { id, subject, text, language, at, isRead: readAt !== null }
  }

  /** Counts an act under this key; the refusal if there were more than `most` within this time, else null. */
  function counted(key: string, most: number, within: number): Refused | null {
    const now = clock.real()
    const { count, resetsAt } = limits.count(key, within, now)
    return count > most ? tooOften(Math.ceil((resetsAt - now) / 1000)) : null
  }

  const { most: inAll, within } = feedbackRules.together
  const visitors = fairShares({ name: 'feedback-visitors', limits, now: clock.real, inAll, within, assured: 1 })

  function keepFeedback(candidateId: number | null, { about, rating, text }: FeedbackForm): Result<undefined> {
    store.addFeedback({ candidateId, about, rating, text: text ?? null, at: clock.portal() })
    return ok()
  }

  const lines = listOfStore({ shape: feedbackShape, reader: store.feedbackList, reach: (_: StaffMember) => ({}) })
  /** Each look at a page is logged; a file is logged with all lists. */
  const feedbackList: typeof lines = {
    ...lines,
    piece(staff, asked) {
      record(auditActor(staff), 'inbox.feedback-read')
      return lines.piece(staff, asked)
    },
  }

  return {
    /** Keeps a message, in the caller's transaction. The caller makes sure that it holds no secret. */
    keep(message: {
      candidateId: number
      template: MessageTemplate
      language: Language
      params: Readonly<Record<string, string | number>>
    }): void {
      store.add({ ...message, at: clock.portal() })
    },

    unread: ({ candidateId }: Actor): number => store.unread(candidateId),

    /** The newest messages, or those before one. */
    page({ candidateId }: Actor, before?: number, size = pageSize): BoxPage {
      const rows = store.list(candidateId, size + 1, before)
      const messages = rows.slice(0, size).map(shown)
      const older = rows.length > size ? messages[size - 1]!.id : null
      return { messages, unread: store.unread(candidateId), older }
    },

    /** Returns one of the candidate's own messages and marks it as read. */
    read({ candidateId }: Actor, id: number): Result<BoxMessage> {
      const row = store.find(candidateId, id)
      if (!row) return refuse('message-unknown', 404)
      if (row.readAt === null) store.markRead(id, clock.portal())
      return ok(shown(row))
    },

    markAllRead: ({ candidateId }: Actor): number => store.markAllRead(candidateId, clock.portal()),

    /** Saves a candidate's feedback on the portal, a few times a day at most. */
    giveFeedback({ candidateId }: Actor, given: FeedbackForm): Result<undefined> {
      const refused = counted(`feedback:${candidateId}`, feedbackRules.perDay, days(1))
      return refused ?? keepFeedback(candidateId, given)
    },

    /**
     * Saves a visitor's feedback. Only the words are kept; `network`, the visitor's IP address, is counted for an hour.
     */
    giveFeedbackAsVisitor(network: string, given: FeedbackForm): Result<undefined> {
      const site = siteOf(network)
      const wait = visitors.wait(site)
      if (wait > 0) return tooOften(Math.ceil(wait / 1000))
      const refused = counted(`feedback-network:${site}`, feedbackRules.perNetworkHourly, hours(1))
      if (refused) return refused
      visitors.count(site)
      return keepFeedback(null, given)
    },

    /** All feedback, newest first. */
    feedbackList,

    /** How often each rating was given. */
    ratings() {
      const given = store.ratings()
      return ratings.map((rating) => ({ rating, count: given.find((one) => one.rating === rating)?.count ?? 0 }))
    },
  }
}
