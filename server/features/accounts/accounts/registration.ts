import { siteOf } from '#server/domain/accounts/network.ts'
import { otpRules } from '#server/domain/accounts/otp.ts'
import { faultyPlace } from '#server/domain/application/form/lists.ts'
import { maskNumber } from '#server/domain/site/contact.ts'
import { outsideWindow } from '#server/domain/terms/schedule.ts'
import { fairShares } from '#server/kernel/fair-share.ts'
import type { Language } from '#server/kernel/languages.ts'
import { type FieldFault, ok, type Refused, type Result, refuse, tooOften } from '#server/kernel/result.ts'
import { days, minutes } from '#server/kernel/time.ts'
import { type AccountsDeps, evenTime, networkBusy, nextApplicationId, type Origin, tellOfCollision } from './deps'
import type { Logins } from './login'
import { type Otps, refuseOtp } from './otp'
import { networkLane } from './passwords'
import type { Registration } from './schema'
import { hashToken, newToken } from './secrets'
import type { SessionGrant } from './sessions'
import type { CandidateRow, RegistrationRow, SessionActor } from './store'

/** OTPs that every network gets in ten minutes, however many the portal sends: one, and another if that is lost. */
const assured = 2

/**
 * Wrong tries in an hour by registrations that have no OTP of their own to try: from one network for one number, and for the number in all.
 * They cost the OTPs of others none of their tries. A stranger needs twenty networks to use them up for the owner of a number.
 */
const triesOfOthers = { network: 5, number: 100 } as const

type RegistrationAnswers = Pick<RegistrationRow, 'fullName' | 'email' | 'mobile' | 'state' | 'district'>

/**
 * Registration: enter details, prove the mobile by OTP, receive the Application ID. Source: rules §2.2.
 * Long: asking, asking again and proving share one account of what a network may ask.
 */
export function createRegistration(deps: AccountsDeps, otps: Otps, logins: Logins) {
  const { db, store, limits, clock, course, passwords, tell } = deps
  const subject = (id: string) => `registration:${id}`

  /** Serves a network that asks for very many OTPs more slowly. */
  const slowDown = async (ip: string) => {
    const { count } = limits.count(`otp-ip:${ip}`, otpRules.hour, clock.real())
    if (count > course.otpLimits.perIpHourly) await deps.pause(2000)
  }

  const shares = fairShares({
    name: 'registration-otps',
    limits,
    now: clock.real,
    inAll: course.otpLimits.registrationPerTenMinutes,
    within: minutes(10),
    assured,
  })
  const wrongTries = (ip: string) => `registration-tries:${siteOf(ip)}`
  const hourly = (site: string) => `registration-ip:${site}`

  /** The refusal if this network may not have another registration OTP now; null if it may. */
  function networkRefusal(site: string): Refused | null {
    const now = clock.real()
    const hour = limits.window(hourly(site), now)
    if (hour && hour.count >= course.otpLimits.registrationsPerNetworkHourly)
      return networkBusy('network-busy', hour.resetsAt - now)
    const wait = shares.wait(site)
    return wait > 0 ? networkBusy('registration-busy', wait) : null
  }

  /** The registration for this number among those that a browser has begun, until its number is proved. */
  const begunWith = (mobile: string, earlier: readonly string[]): RegistrationRow | undefined =>
    earlier.map(store.registration).find((row) => row && row.mobile === mobile && row.candidateId === null)

  const countAsked = (site: string) => void limits.count(hourly(site), otpRules.hour, clock.real())

  /**
   * Sends an OTP to a new number, even if the e-mail address is in use: a missing OTP would reveal it. A number in use
   * gets only the traces of an OTP. The owner of either is told.
   */
  function sendProof(row: RegistrationRow, asker: string): void {
    shares.count(asker)
    const issue = { purpose: 'registration', subject: subject(row.id), mobile: row.mobile, asker } as const
    const owner = store.candidateByMobile(row.mobile)
    if (!owner) otps.issue({ ...issue, candidateId: null, language: row.language })
    else {
      otps.decoy(issue)
      tellOfCollision(deps, owner.id)
      return
    }
    const byEmail = store.candidateByEmail(row.email)
    const mails = byEmail && limits.count(`collision:${hashToken(row.email)}`, otpRules.hour, clock.real()).count
    if (byEmail && mails! <= course.otpLimits.perPurposeHourly) {
      tell(byEmail.id, 'registration-collision', {}, { by: ['email', 'box'] })
    }
  }

  /**
   * Reveals that an address is in use only to somebody who has proved a number, and for at most two addresses per
   * number per day; after that the number is refused with any address.
   */
  const revealed = (mobile: string) => `registration-revealed:${hashToken(mobile)}`
  function revealedTooMuch(mobile: string): Refused | null {
    const window = limits.window(revealed(mobile), clock.real())
    return window && window.count >= 2 ? tooOften(Math.ceil((window.resetsAt - clock.real()) / 1000)) : null
  }

  /** When a registration without an OTP of its own may try one that somebody else had sent to its number. A wrong one counts. */
  function othersOtpTries(mobile: string, ip: string) {
    const ofNumber = `others-otp:${hashToken(mobile)}`
    const ofNetwork = `${ofNumber}:${siteOf(ip)}`
    const now = clock.real()
    const waitFor = (key: string, most: number) => {
      const made = limits.window(key, now)
      return made && made.count >= most ? Math.ceil((made.resetsAt - now) / 1000) : 0
    }
    return {
      /** Seconds until there may be a try. */
      wait: Math.max(waitFor(ofNumber, triesOfOthers.number), waitFor(ofNetwork, triesOfOthers.network)),
      isFirst: limits.read(ofNetwork, now) === 0,
      count: () => [ofNumber, ofNetwork].forEach((key) => void limits.count(key, otpRules.hour, now)),
    }
  }

  /**
   * The OTP of the registration itself, or the newest one that anybody had sent to the same number: strangers who use up the
   * OTPs of a number thus send its owner what proves it. Its number, for the caller to use up. Source: rules §2.3, §2.4.
   */
  function prove({ id, mobile }: RegistrationRow, otp: string, ip: string): Result<number> {
    const own = subject(id)
    const hasOwn = otps.isOpen(own, 'registration')
    const others = othersOtpTries(mobile, ip)
    const wrong = limits.window(wrongTries(ip), clock.real())
    const isOver = wrong !== null && wrong.count >= course.otpLimits.wrongTriesPerNetworkHourly
    // Behind a carrier's address a stranger may use up the budget: the first try is always heard, of each OTP or, without one, of a number.
    const isFirst = hasOwn ? otps.isUntried(own, 'registration') : others.isFirst
    if (isOver && !isFirst) return networkBusy('network-guesses', wrong.resetsAt - clock.real())
    const mayTry = hasOwn || others.wait === 0
    const sent = mayTry ? otps.matchSentTo(mobile, { purpose: 'registration', subject: own }, otp) : null
    if (sent?.isRight) return ok(sent.id)
    const older = mayTry ? otps.refusalOfOlderTo(mobile, { purpose: 'registration', subject: own }, otp) : null
    if (older) return older
    const proof = otps.match(own, 'registration', otp)
    if (proof.ok) return proof
    if (!hasOwn && mayTry) others.count()
    if (mayTry && proof.refusal.code !== 'otp-older') limits.count(wrongTries(ip), otpRules.hour, clock.real())
    if (otps.wasIssued(own, 'registration')) return proof
    return mayTry ? refuseOtp('otp-not-newest') : tooOften(others.wait)
  }

  /**
   * Makes the account if the OTP is right, in the language of the page that proves it; joins the caller's transaction. An address
   * that is in use leaves the OTP good: whoever corrects it needs no other.
   */
  function makeAccount(registrationId: string, otp: string, origin: Origin): Result<CandidateRow> {
    const row = store.registration(registrationId)
    if (!row) return refuse('registration-unknown', 404)
    if (row.candidateId !== null) return refuse('registration-done', 409)
    const refused = revealedTooMuch(row.mobile)
    if (refused) return refused
    const proof = prove(row, otp, origin.ip)
    if (!proof.ok) return proof
    if (store.candidateByMobile(row.mobile) || store.candidateByEmail(row.email)) {
      limits.count(revealed(row.mobile), days(1), clock.real())
      return refuse('already-registered', 409)
    }
    otps.spend(proof.value)
    const language = origin.language ?? row.language
    const candidate = store.addCandidate({
      userId: nextApplicationId(deps),
      fullName: row.fullName,
      email: row.email,
      mobile: row.mobile,
      state: row.state,
      district: row.district,
      passwordHash: row.passwordHash,
      language,
      consentedAt: row.createdAt,
      createdAt: clock.real(),
    })
    store.finishRegistration(row.id, candidate.id)
    deps.onRegistered(candidate.id, candidate.mobile)
    deps.onConsent(candidate.id, 'notice', 'given', language)
    tell(candidate.id, 'registration-welcome')
    return ok(candidate)
  }

  /** A district of another state, or a code that is in no list. */
  function placeFaults({ state, district }: Pick<Registration, 'state' | 'district'>): FieldFault[] {
    const field = faultyPlace(state, district, course.form)
    return field ? [{ field, code: `${field}.invalid` }] : []
  }

  return {
    /** The faults of a state and a district together, which a page names with those of the other answers. */
    placeFaults,

    /**
     * Keeps the details of a new candidate and sends an OTP to the mobile. Answers in the same way for a mobile or
     * e-mail that already has an account, and tells its owner instead. `earlier`: the registrations that this
     * browser has begun. One with the same number is corrected, and its OTP stays valid. Where the number can have no
     * OTP just now, the details are kept without one: `sentTo` is empty, and `resendAfter` says when there can be one.
     */
    async register(
      input: Registration,
      language: Language,
      origin: Origin,
      { earlier = [] }: { earlier?: readonly string[] } = {},
    ): Promise<Result<{ registrationId: string; sentTo: string[]; resendAfter: number }>> {
      if (!deps.isRegistrationOpen(input.mobile))
        return outsideWindow('registration-closed', deps.nextRegistration(), deps.clock.portal())
      const misplaced = placeFaults(input)
      if (misplaced.length) return refuse('check-answers', 422, { fields: misplaced })
      await slowDown(origin.ip)
      const asker = siteOf(origin.ip)
      const closed = networkRefusal(asker) ?? revealedTooMuch(input.mobile)
      if (closed) return closed
      const lane = networkLane(origin.ip)
      const full = await passwords.refusal(lane)
      if (full) return full
      const [passwordHash] = await Promise.all([passwords.hash(input.password, lane), deps.pause(evenTime)])
      return db.transact(() => {
        const refused = networkRefusal(asker)
        if (refused) return refused
        const begun = begunWith(input.mobile, earlier)
        const id = begun?.id ?? newToken()
        const row: RegistrationRow = {
          id,
          fullName: input.fullName,
          email: input.email,
          mobile: input.mobile,
          state: input.state,
          district: input.district,
          passwordHash,
          language,
          collides: !!store.candidateByMobile(input.mobile) || !!store.candidateByEmail(input.email),
          candidateId: null,
          createdAt: clock.real(),
        }
        countAsked(asker)
        if (begun) store.updateRegistration(row)
        else store.addRegistration(row)
        const wait = () => otps.wait(input.mobile, 'registration', { asker })
        if (wait() === 0) sendProof(row, asker)
        const sentTo = otps.isOpen(subject(id), 'registration') ? [maskNumber(input.mobile)] : []
        return ok({ registrationId: id, sentTo, resendAfter: wait() })
      })
    },

    async resend(registrationId: string, origin: Origin): Promise<Result<{ resendAfter: number }>> {
      await slowDown(origin.ip)
      const asker = siteOf(origin.ip)
      return db.transact((): Result<{ resendAfter: number }> => {
        const row = store.registration(registrationId)
        if (!row) return refuse('registration-unknown', 404)
        if (row.candidateId !== null) return refuse('registration-done', 409)
        const closed = networkRefusal(asker)
        if (closed) return closed
        const seconds = otps.wait(row.mobile, 'registration', { asker })
        if (seconds > 0) return tooOften(seconds)
        countAsked(asker)
        sendProof({ ...row, language: origin.language ?? row.language }, asker)
        return ok({ resendAfter: otps.wait(row.mobile, 'registration', { asker }) })
      })
    },

    /** Makes the account when the OTP is right; two racing requests make one account. */
    verify: (registrationId: string, otp: string, origin: Origin): Result<{ userId: string }> =>
      db.transact(() => {
        const made = makeAccount(registrationId, otp, origin)
        return made.ok ? ok({ userId: made.value.userId }) : made
      }),

    /**
     * The same on a page, which logs the candidate in at once: the OTP has just proved the mobile, and the password was
     * typed a minute ago. `current`: the session that this browser had, which ends.
     */
    verifyAndEnter: (
      registrationId: string,
      otp: string,
      origin: Origin,
      current: SessionActor | null,
    ): Result<SessionGrant> =>
      db.transact(() => {
        const made = makeAccount(registrationId, otp, origin)
        return made.ok ? ok(logins.open(made.value, origin, current)) : made
      }),

    /**
     * The state that the pages of a registration show, in the browser that typed it: the number that the OTP went to,
     * the seconds until there may be another, and the Application ID if it is done. `isSent`: it has had one of its own. Null
     * for an unknown one.
     */
    registrationStatus(
      registrationId: string,
      origin: Origin,
    ): { mobile: string; isSent: boolean; resendIn: number; userId: string | null; fullName: string } | null {
      const row = store.registration(registrationId)
      if (!row) return null
      const { mobile, fullName, candidateId } = row
      const candidate = candidateId === null ? null : store.candidate(candidateId)
      const resendIn = otps.wait(mobile, 'registration', { asker: siteOf(origin.ip) })
      const isSent = otps.wasIssued(subject(registrationId), 'registration')
      return { mobile, isSent, resendIn, userId: candidate?.userId ?? null, fullName }
    },

    /**
     * The details entered, without the password, editable until the mobile is proved. Null after that, or if unknown.
     */
    registrationAnswers(registrationId: string): RegistrationAnswers | null {
      const row = store.registration(registrationId)
      if (!row || row.candidateId !== null) return null
      const { fullName, email, mobile, state, district } = row
      return { fullName, email, mobile, state, district }
    },
  }
}
