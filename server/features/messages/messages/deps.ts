import type { Database } from '#db/client.ts'
import type { Clock } from '#server/adapters/clock.ts'
import type { PushOrder, Sender } from '#server/adapters/sender.ts'
import type { Course } from '#server/courses/course.ts'
import type {
  MessageChannel,
  MessageParams,
  MessageTemplate,
  Wording,
} from '#server/domain/messages/message-templates.ts'
import type { PortalSecrets } from '#server/http/seal.ts'
import type { Log } from '#server/kernel/background.ts'
import type { Language } from '#server/kernel/languages.ts'
import type { Instant } from '#server/kernel/time.ts'

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
  /** Does this still hold for a candidate, so that a message that says so is still true? `what`: as in `MessageHow.onlyWhile`. */
  stillHolds(what: string, candidateId: number): boolean
  /** The devices of candidates that take notifications. */
  push: {
    /** What it takes to reach a candidate's device; null once it is not theirs any more, or the keys cannot be opened. */
    order(id: number, candidateId: number): Pick<PushOrder, 'device' | 'keys' | 'contact'> | null
    /** The device no longer takes notifications. */
    drop(id: number): void
    /** The page that a notification opens where its message names none. */
    page(): string
  }
  /** The link by which a second receiver ends their messages, without a login. */
  receiverLink(receiverId: number): string
  /** Puts a message in a candidate's message box; joins the caller's transaction. */
  keepInBox(message: {
    candidateId: number
    template: MessageTemplate
    language: Language
    params: MessageParams
  }): void
  log: Log
}
