import { mostCounted, type Waiting } from '#server/domain/desk/waiting.ts'
import { mayDo, type StaffRole } from '#server/domain/terms/staff.ts'
import { createBreaches } from './breaches'
import type { Consents } from './consents'
import type { PrivacyDeps } from './deps'
import { createMyData } from './my-data'
import { createRequests } from './requests'
import { createRetention } from './retention'

/** Personal data: consents, downloads, requests, retention and breaches. Source: rules §13.6. */
export function createPrivacy(deps: PrivacyDeps & { consents: Consents }) {
  const { store, consents } = deps
  const breaches = createBreaches(deps)
  return {
    consents,
    myData: createMyData(deps),
    requests: createRequests(deps),
    retention: createRetention(deps),
    breaches,

    /** Requests and breaches that wait for the grievance officer. */
    waiting(actor: { role: StaffRole }): Waiting[] {
      if (!mayDo(actor.role, 'privacy')) return []
      return [
        { kind: 'data-request', page: 'data-requests', ...store.waiting(mostCounted + 1) },
        { kind: 'breach', page: 'breaches', ...breaches.waiting() },
      ]
    },
  }
}
