import type { Static } from 'typebox'
import { contract, field } from '#server/http/shape.ts'

/** What a browser gives when it lets notifications come; nobody types it. */
export const PushForm = contract({
  endpoint: field({ fault: 'pushDevice', maxLength: 1000, pattern: '^https://' }),
  p256dh: field({ fault: 'pushDevice', pattern: '^[A-Za-z0-9_-]{87}=?$' }),
  auth: field({ fault: 'pushDevice', pattern: '^[A-Za-z0-9_-]{22}={0,2}$' }),
})
export type PushForm = Static<typeof PushForm>
