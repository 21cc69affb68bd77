import type { Sender } from './sender'

/** Takes every message and sends none: in demo mode the outbox itself is what people look at. */
export const demoSender: Sender = { send: async () => ({ kind: 'sent' }) }
