import type { Sender } from './sender'

/** Accepts every message and sends none: in demo mode people look at the outbox. */
export const demoSender: Sender = { send: async () => ({ kind: 'sent' }) }
