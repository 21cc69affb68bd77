import { auditActor } from '../../domain/audit'
import { desks } from '../../domain/desks'
import type { LoginLink } from '../../domain/menu'
import { ok, type Refused, type Result, refuse } from '../../kernel/result'
import { days, hours, minutes } from '../../kernel/time'
import type { StaffDeps, StaffOrigin } from './deps'
import type { StaffLogin } from './schema'
import type { SecondFactor } from './second-factor'
import type { StaffSessions } from './sessions'

const window = minutes(15)
/** Wrong tries for one account from one network, and from all strangers together. */
const triesFromNetwork = 10
const triesFromStrangers = 100
/** Wrong codes for one account in a day, after which strangers are not even heard: they have the password already. */
const wrongCodesDaily = 30
/** How long a network is known after a login from it. */
const knownFor = days(30)

/**
 * Login by name, password and, where the account has one, the second factor's code. A stranger can hold back strangers
 * alone: who logged in from a network lately is counted apart.
 */
export function createStaffLogin(deps: StaffDeps, sessions: StaffSessions, secondFactor: SecondFactor) {
  const { db, store, clock, limits, passwords, record } = deps

  const wrong = (): Refused => refuse('staff-login-wrong', 401)

  const countTry = (name: string, origin: StaffOrigin, isKnown: boolean) => {
    const now = clock.real()
    const near = limits.count(`desk:${name}:${origin.network}`, window, now)
    const far = isKnown ? near : limits.count(`desk:${name}`, window, now)
    const isTooMany = near.count > triesFromNetwork || (!isKnown && far.count > triesFromStrangers)
    return { isTooMany, seconds: Math.ceil((Math.max(near.resetsAt, far.resetsAt) - now) / 1000) }
  }

  /**
   * The cookie of a new session. `desk`: the login page that was used; an account of another desk is sent there, once it
   * has proved itself.
   */
  return async function login(input: StaffLogin, desk: LoginLink, origin: StaffOrigin): Promise<Result<string>> {
    const name = input.loginName
    const staff = store.byLoginName(name)
    const isKnown = !!staff && store.hasBeenSeenFrom(staff.id, origin.network, clock.real() - knownFor)
    // Counted before the password is checked: a hundred guesses at once are a hundred guesses.
    const { isTooMany, seconds } = countTry(name, origin, isKnown)
    if (isTooMany) {
      return refuse('too-often', 429, { retryAfter: seconds, params: { seconds, count: Math.ceil(seconds / 60) } })
    }
    if (passwords.isBusy()) return refuse('busy', 503, { retryAfter: 10 })
    const matches = await passwords.verify(staff?.passwordHash, input.password)
    return db.transact((): Result<string> => {
      // As it stands now: it may have been disabled or reset while the password was checked.
      const account = staff && store.staff(staff.id)
      const isRight = matches && account?.passwordHash === staff?.passwordHash && account?.disabledAt === null
      if (!account || !isRight) {
        if (account) record(auditActor(account), 'staff.login-refused', {}, { why: 'password' })
        return wrong()
      }
      if (!desks[desk].includes(account.role)) return refuse('other-desk', 403)
      if (account.totpEnabledAt !== null) {
        if (!input.totp) return refuse('check-answers', 422, { fields: [{ field: 'totp', code: 'totp.required' }] })
        const codes = `desk-code:${account.id}`
        const isHeld = !isKnown && limits.read(codes, clock.real()) >= wrongCodesDaily
        if (isHeld || !secondFactor.accept(account, input.totp)) {
          limits.count(codes, hours(24), clock.real())
          record(auditActor(account), 'staff.login-refused', {}, { why: 'second-factor' })
          return refuse('check-answers', 422, { fields: [{ field: 'totp', code: 'totp.wrong' }] })
        }
      }
      // A secret that another login was shown and has not proved yet is not this one's to see.
      else if (account.totpSecret !== null) store.update(account.id, { totpSecret: null })
      limits.forget(`desk:${name}:${origin.network}`)
      const cookie = sessions.open(account.id, origin)
      record(auditActor(account), 'staff.login', {}, { desk })
      return ok(cookie)
    })
  }
}
