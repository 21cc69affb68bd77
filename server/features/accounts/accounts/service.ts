import { createMobileChanges } from './change-mobile'
import { createContact } from './contact'
import type { AccountsDeps, Origin } from './deps'
import { createLogin } from './login'
import { createDeviceNotice } from './new-device'
import { createOtps } from './otp'
import { createEmailProof } from './prove-email'
import { createRecovery } from './recovery'
import { createRegistration } from './registration'
import { createSecondReceiver } from './second-receiver'
import { createSessions, type SessionGrant } from './sessions'
import { createSso } from './sso'
import { createStepUp } from './step-up'
import { createWhatsapp } from './whatsapp'

/** Everything a person can do with an account. Source: rules §2. */
export function createAccounts(deps: AccountsDeps) {
  const otps = createOtps(deps)
  const sessions = createSessions(deps)
  const tellOfNewDevice = createDeviceNotice(deps)
  const logins = createLogin(deps, otps, sessions, tellOfNewDevice)
  const recovery = createRecovery(deps, otps, logins)
  const { withProofOf, ...stepUp } = createStepUp(deps, otps, recovery)
  const { checkPassword: _, ...passwordCases } = recovery
  const { find: __, nameOf: ___, isKnownDevice: ____, open: _____, ...loginCases } = logins
  return {
    sessions,
    ...createRegistration(deps, otps, logins),
    ...loginCases,
    ...passwordCases,
    ...stepUp,
    ...createMobileChanges(deps, { withProofOf }),
    ...createEmailProof(deps),
    ...createWhatsapp(deps),
    ...createSecondReceiver(deps, otps),
    ...createContact(deps),
    ...createSso(deps, sessions, tellOfNewDevice),
    /**
     * A session without password or OTP: the demo's one-click login, wired only in demo mode. Null if there is no such
     * account.
     */
    openFor(userId: string, origin: Origin): SessionGrant | null {
      const candidate = deps.store.candidateByUserId(userId)
      return candidate ? deps.db.transact(() => sessions.open(candidate, origin, null)) : null
    },
    purge: () => deps.store.purge(deps.clock.real()),
  }
}

export type Accounts = ReturnType<typeof createAccounts>
