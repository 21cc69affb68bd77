import { siteOf } from '#server/domain/accounts/network.ts'
import type { DeskLink } from '#server/domain/desk/desks.ts'
import { desks } from '#server/domain/desk/desks.ts'
import { auditActor } from '#server/domain/terms/audit.ts'
import { ok, type Refused, type Result, refuse, tooOften } from '#server/kernel/result.ts'
import { days, hours, minutes } from '#server/kernel/time.ts'
import { wrongTries } from '#server/kernel/wrong-tries.ts'
import { type StaffDeps, type StaffOrigin, staffLane } from './deps'
import type { StaffLogin } from './schema'
import type { SecondFactor } from './second-factor'
import type { StaffSessions } from './sessions'

const window = minutes(15)
/** Wrong tries for one account from one network, and from all strangers together. */
const triesFromNetwork = 10
const triesFromStrangers = 100
/** Names that strangers of one network may get wrong in an hour; beyond it, only known networks of an account go on. */
const wrongNamesHourly = 30
/** Wrong codes per account and day after which strangers are not heard at all: they already have the password. */
const wrongCodesDaily = 30
/** How long a network stays known after a login from it. */
const knownFor = days(30)

type LoginAlarm = { raise(): void }

/** The refusal for strangers of a network that has got too many names wrong. */
const networkLogins = (seconds: number): Refused =>
  refuse('network-logins', 429, { retryAfter: seconds, params: { count: Math.ceil(seconds / 60) } })

/**
 * Login by name, password and, if the account has one, the second factor's code. A stranger can only delay other
 * strangers: logins from networks used recently are counted separately.
 */
export function createStaffLogin(
  deps: StaffDeps,
  sessions: StaffSessions,
  secondFactor: SecondFactor,
  alarm: LoginAlarm,
) {
  const { db, store, clock, limits, passwords, record } = deps

  const names = wrongTries({
    name: 'desk-names',
    limits,
    now: clock.real,
    most: wrongNamesHourly,
    within: hours(1),
    onOver: alarm.raise,
  })

  const wrong = (): Refused => refuse('staff-login-wrong', 401)

  const countTry = (name: string, origin: StaffOrigin, isKnown: boolean) => {
    const now = clock.real()
    const near = limits.count(`desk:${name}:${origin.network}`, window, now)
    const far = isKnown ? near : limits.count(`desk:${name}`, window, now)
    const isTooMany = near.count > triesFromNetwork || (!isKnown && far.count > triesFromStrangers)
    return { isTooMany, seconds: Math.ceil((Math.max(near.resetsAt, far.resetsAt) - now) / 1000) }
  }

  /**
   * Returns the cookie of a new session. `desk`: the login page used; an account of another desk is sent there once it
   * has proved itself.
   */
  return async function login(input: StaffLogin, desk: DeskLink, origin: StaffOrigin): Promise<Result<string>> {
    const name = input.loginName
    const staff = store.byLoginName(name)
    const isKnown = !!staff && store.hasBeenSeenFrom(staff.id, origin.network, clock.real() - knownFor)
    // Counted before the password is checked, so that a hundred simultaneous guesses count as a hundred.
    const { isTooMany, seconds } = countTry(name, origin, isKnown)
    if (isTooMany) return tooOften(seconds)
    const counted = isKnown ? null : names.count(siteOf(origin.network), name)
    if (counted?.secondsOver) return networkLogins(counted.secondsOver)
    const lane = isKnown ? staffLane(staff.id) : `network:${siteOf(origin.network)}`
    const full = await passwords.refusal(lane)
    if (full) return full
    const matches = await passwords.verify(staff?.passwordHash, input.password, lane)
    return db.transact((): Result<string> => {
      // Read again: the account may have been disabled or reset during the check.
      const account = staff && store.staff(staff.id)
      const isRight = matches && account?.passwordHash === staff?.passwordHash && account?.disabledAt === null
      if (!account || !isRight) {
        if (account) record(auditActor(account), 'staff.login-refused', {}, { why: 'password' })
        return wrong()
      }
      counted?.takeBack()
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
      // Another login was shown this unproved secret; this login must not see it.
      else if (account.totpSecret !== null) store.update(account.id, { totpSecret: null })
      limits.forget(`desk:${name}:${origin.network}`)
      const cookie = sessions.open(account.id, origin)
      record(auditActor(account), 'staff.login', {}, { desk })
      return ok(cookie)
    })
  }
}
