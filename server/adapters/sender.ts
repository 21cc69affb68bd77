import type { PushDevice, PushKeys } from '#server/domain/messages/push.ts'
import type { Language } from '#server/kernel/languages.ts'

/** A message to one person over one channel. */
export type OutgoingMessage = {
  /** The same at every attempt, so that a provider can detect a repetition. */
  idempotencyKey: string
  channel: 'sms' | 'whatsapp' | 'email' | 'push'
  /** Ten digits for SMS and WhatsApp, an address for e-mail, the number of the device for a notification. */
  to: string
  template: string
  /** The provider's id of the template in this language, if the cell has given one. */
  templateId?: string
  language: Language
  /** E-mail only. */
  subject?: string
  text: string
  /** Notifications only. */
  push?: PushOrder
}

/**
 * What a notification needs beside its title: the device, the portal's keys and e-mail address, the page that
 * it opens, and for how many seconds it is of use.
 */
export type PushOrder = { device: PushDevice; keys: PushKeys; contact: string; page: string; seconds: number }

/**
 * The provider's verdict: accepted, permanently refused (do not retry), or not now (retry with back-off). `isGone`: the
 * device no longer takes notifications.
 */
export type Delivery =
  | { kind: 'sent'; providerId?: string }
  | { kind: 'refused'; reason: string; isGone?: boolean }
  | { kind: 'failed'; reason: string }

/** The port by which messages leave the portal. A sender never throws and never logs a text or a full number. */
export type Sender = { send(message: OutgoingMessage): Promise<Delivery>; close?(): void }
