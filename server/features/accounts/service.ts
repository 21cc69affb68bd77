import { createContact } from './contact'
import type { AccountsDeps, Origin } from './deps'
import { createLogin } from './login'
import { createOtps } from './otp'
import { createRecovery } from './recovery'
import { createRegistration } from './registration'
import { createSessions, type SessionGrant } from './sessions'
import { createSso } from './sso'

/** Everything a person can do with an account. Source: decisions §2. */
export function createAccounts(deps: AccountsDeps) {
  const otps = createOtps(deps)
  const sessions = createSessions(deps)
  const logins = createLogin(deps, otps, sessions)
  const recovery = createRecovery(deps, otps, logins)
  const { checkPassword: _, ...passwordCases } = recovery
  const { find: __, ...loginCases } = logins
  return {
    sessions,
    ...createRegistration(deps, otps),
    ...loginCases,
    ...passwordCases,
    ...createContact(deps, otps, recovery),
    ...createSso(deps, sessions),
    /** A session without password or OTP; the demo's one-click login, wired in demo mode alone. Null: no such account. */
    openFor(userId: string, origin: Origin): SessionGrant | null {
      const candidate = deps.store.candidateByUserId(userId)
      return candidate ? deps.db.transact(() => sessions.open(candidate, origin, null)) : null
    },
    purge: () => deps.store.purge(deps.clock.real()),
  }
}

export type Accounts = ReturnType<typeof createAccounts>
