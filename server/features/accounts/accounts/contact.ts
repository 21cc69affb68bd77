import { type AttendedPurpose, type OtpPurpose, otpRules } from '#server/domain/accounts/otp.ts'
import { maskEmail, maskNumber } from '#server/domain/site/contact.ts'
import { href } from '#server/domain/terms/href.ts'
import type { StepUpProof } from '#server/http/step-up.ts'
import { ok, type Result, refuse, tooOften } from '#server/kernel/result.ts'
import { hours, type Instant, plus } from '#server/kernel/time.ts'
import { type AccountsDeps, tellOfCollision } from './deps'
import type { Otps } from './otp'
import type { Recovery } from './recovery'
import type { MobileChange, OtpRequest } from './schema'
import { hashToken, newToken } from './secrets'
import type { CandidateRow, SessionActor } from './store'

/** How long the owner of the old number can stop a change. Source: rules §2.10. */
const stopWindow = hours(24)

type ContactView = {
  mobile: string
  email: string
  isEmailVerified: boolean
  isOnWhatsapp: boolean
  hasPassword: boolean
  pendingMobile: { mobile: string; takesEffectAt: number } | null
}

/** Step-up OTPs and the ways to reach a candidate: mobile, e-mail, WhatsApp. Source: rules §2.3, §10.3. */
export function createContact(deps: AccountsDeps, otps: Otps, recovery: Recovery) {
  const { db, store, limits, clock, course, tell, send } = deps
  const stepUpSubject = (candidateId: number, mobile?: string) =>
    `candidate:${candidateId}${mobile ? `:${mobile}` : ''}`
  /** A number that is not the candidate's own yet may be anybody's: the candidate has a stranger's share of its OTPs. */
  const askerOf = ({ candidateId }: Pick<SessionActor, 'candidateId'>, { purpose }: OtpRequest) =>
    purpose === 'change-mobile' ? `candidate:${candidateId}` : undefined
  const isTaken = (mobile: string, by: CandidateRow) => {
    const other = store.candidateByMobile(mobile)
    return other && other.id !== by.id ? other : null
  }

  /**
   * Gives an account its new number and tells both numbers. OTPs sent to the old one are used up: its phone may be
   * lost.
   */
  function giveNumber({ id: candidateId, mobile: old, language }: CandidateRow, mobile: string): void {
    store.updateCandidate(candidateId, { mobile })
    store.spendOtpsSentTo(old, clock.real())
    for (const to of [old, mobile]) send({ candidateId, channel: 'sms', to, template: 'mobile-changed', language })
  }

  function tellStopped({ candidateId, oldMobile }: { candidateId: number; oldMobile: string }): void {
    const { language } = store.candidate(candidateId)!
    send({ candidateId, channel: 'sms', to: oldMobile, template: 'mobile-change-stopped', language })
  }

  /** Checks password (where there is one) and OTP of an irreversible act. The OTP is used up only if both are right. */
  async function proveStepUp(
    candidate: CandidateRow,
    purpose: OtpPurpose,
    proof: StepUpProof,
    subject = stepUpSubject(candidate.id),
  ): Promise<Result<undefined>> {
    if (candidate.passwordHash) {
      if (!proof.password) {
        return refuse('check-answers', 422, { fields: [{ field: 'password', code: 'currentPassword.required' }] })
      }
      const checked = await recovery.checkPassword(candidate, proof.password)
      if (!checked.ok) {
        const fields = checked.refusal.fields?.map((fault) => ({ ...fault, field: 'password' }))
        return refuse(checked.refusal.code, checked.refusal.status, { ...checked.refusal, fields })
      }
    }
    return db.transact(() => otps.check(subject, purpose, proof.otp))
  }

  return {
    /** Checks the proof of an irreversible act for another feature. */
    proveStepUp: (actor: Pick<SessionActor, 'candidateId'>, purpose: OtpPurpose, proof: StepUpProof) =>
      proveStepUp(store.candidate(actor.candidateId)!, purpose, proof),

    /** Sends the OTP that a candidate reads out at a desk to the proved mobile and e-mail. Returns both, masked. */
    requestAttendedOtp(candidateId: number, purpose: AttendedPurpose): Result<{ sentTo: string[] }> {
      const candidate = store.candidate(candidateId)!
      const { mobile, language } = candidate
      const email = candidate.emailVerifiedAt ? candidate.email : null
      return db.transact((): Result<{ sentTo: string[] }> => {
        const seconds = otps.wait(mobile, purpose)
        if (seconds > 0) return tooOften(seconds)
        otps.issue({ purpose, subject: stepUpSubject(candidateId), mobile, candidateId, language })
        return ok({ sentTo: email ? [maskNumber(mobile), maskEmail(email)] : [maskNumber(mobile)] })
      })
    },

    /** Seconds until the candidate can be sent another OTP to read out. */
    attendedResendIn: (candidateId: number, purpose: AttendedPurpose): number =>
      otps.wait(store.candidate(candidateId)!.mobile, purpose),

    /** Checks the OTP that the candidate read out; joins the transaction. */
    checkAttendedOtp: (candidateId: number, purpose: AttendedPurpose, otp: string): Result<undefined> =>
      otps.check(stepUpSubject(candidateId), purpose, otp),

    /** A fresh OTP for an irreversible act: to the proved mobile and e-mail; for a change of mobile to the new one. */
    requestOtp(actor: SessionActor, input: OtpRequest): Result<{ resendAfter: number; sentTo: string[] }> {
      const candidate = store.candidate(actor.candidateId)!
      const isMobileChange = input.purpose === 'change-mobile'
      if (isMobileChange && !input.mobile) {
        return refuse('check-answers', 422, { fields: [{ field: 'mobile', code: 'mobile.required' }] })
      }
      if (isMobileChange && input.mobile === candidate.mobile) {
        return refuse('check-answers', 422, { fields: [{ field: 'mobile', code: 'mobile.same' }] })
      }
      const mobile = isMobileChange ? input.mobile! : candidate.mobile
      const email = !isMobileChange && candidate.emailVerifiedAt ? candidate.email : null
      const subject = stepUpSubject(candidate.id, isMobileChange ? mobile : undefined)
      const asker = askerOf(actor, input)
      return db.transact((): Result<{ resendAfter: number; sentTo: string[] }> => {
        const seconds = otps.wait(mobile, input.purpose, { asker })
        if (seconds > 0) return tooOften(seconds)
        if (isMobileChange) {
          // Each number has its own limit; this one covers somebody who tries number after number.
          const now = clock.real()
          const asked = limits.count(`change-mobile:${candidate.id}`, otpRules.hour, now)
          if (asked.count > course.otpLimits.perPurposeHourly) return tooOften(Math.ceil((asked.resetsAt - now) / 1000))
        }
        const owner = isMobileChange ? isTaken(mobile, candidate) : null
        if (owner) {
          otps.decoy({ purpose: input.purpose, subject, mobile, asker })
          tellOfCollision(deps, owner.id)
        } else {
          otps.issue({
            purpose: input.purpose,
            subject,
            mobile,
            asker,
            candidateId: candidate.id,
            language: candidate.language,
          })
        }
        const sentTo = email ? [maskNumber(mobile), maskEmail(email)] : [maskNumber(mobile)]
        return ok({ resendAfter: otpRules.resendAfter / 1000, sentTo })
      })
    },

    /**
     * For the page of an act: can the OTP that was sent for it still be typed, and in how many seconds can there be
     * another?
     */
    otpStanding(actor: SessionActor, input: OtpRequest): { isOpen: boolean; resendIn: number } {
      const { id, mobile: own } = store.candidate(actor.candidateId)!
      const other = input.purpose === 'change-mobile' ? input.mobile : undefined
      return {
        isOpen: otps.isOpen(stepUpSubject(id, other), input.purpose),
        resendIn: otps.wait(other ?? own, input.purpose, { asker: askerOf(actor, input) }),
      }
    },

    /** The new number, proved by its OTP, replaces the old one after a day unless the owner of the old one stops it. */
    async changeMobile(actor: SessionActor, input: MobileChange): Promise<Result<{ takesEffectAt: number }>> {
      const candidate = store.candidate(actor.candidateId)!
      const proof = await proveStepUp(candidate, 'change-mobile', input, stepUpSubject(candidate.id, input.mobile))
      if (!proof.ok) return proof
      const stopToken = newToken()
      return db.transact((): Result<{ takesEffectAt: number }> => {
        if (isTaken(input.mobile, candidate)) return refuse('mobile-taken', 409)
        const now = clock.real()
        const earlier = store.pendingMobileChange(candidate.id)
        if (earlier) store.closeMobileChange(earlier.id, { stoppedAt: now })
        const takesEffectAt = now + stopWindow
        store.addMobileChange({
          candidateId: candidate.id,
          oldMobile: candidate.mobile,
          newMobile: input.mobile,
          stopHash: hashToken(stopToken),
          requestedAt: now,
          takesEffectAt,
        })
        const secrets = { link: href(deps.linkBase(), 'verification', undefined, { stop: stopToken }) }
        tell(candidate.id, 'mobile-change-requested', { mobile: maskNumber(input.mobile) }, { secrets })
        return ok({ takesEffectAt })
      })
    },

    /** The number that this candidate was asked to prove in the last hour; null if none is left to prove. */
    numberToProve(actor: SessionActor): string | null {
      const newest = store.newestMobileProof(actor.candidateId)
      return newest && newest.usedAt === null && newest.createdAt > clock.real() - hours(1) ? newest.mobile : null
    },

    /** Stopped by the signed-in candidate: the old number is told, and the sessions stay. */
    stopPendingMobileChange(actor: SessionActor): Result<undefined> {
      return db.transact((): Result<undefined> => {
        const row = store.pendingMobileChange(actor.candidateId)
        if (!row) return refuse('no-mobile-change', 409)
        store.closeMobileChange(row.id, { stoppedAt: clock.real() })
        tellStopped(row)
        return ok()
      })
    },

    /** Stopped by the link in the old number's message. Every session ends: somebody else may be in. */
    stopMobileChange(token: string): Result<undefined> {
      return db.transact((): Result<undefined> => {
        const row = store.mobileChangeByStop(hashToken(token))
        if (!row) return refuse('link-unknown', 404)
        if (row.doneAt !== null) return refuse('mobile-change-done', 409)
        // A newer request may have replaced this one: the holder of the old number stops that one as well.
        const pending = store.pendingMobileChange(row.candidateId)
        if (pending?.oldMobile === row.oldMobile) {
          const now = clock.real()
          store.closeMobileChange(pending.id, { stoppedAt: now })
          store.endSessions(row.candidateId, now, 'mobile')
          tellStopped(pending)
        }
        return ok()
      })
    },

    /** A job: makes the changes whose day has passed. A number that another account has taken meanwhile stays there. */
    applyMobileChanges(): number {
      return db.transact(() => {
        const now = clock.real()
        const due = store.dueMobileChanges(now)
        for (const change of due) {
          const candidate = store.candidate(change.candidateId)!
          if (isTaken(change.newMobile, candidate)) {
            store.closeMobileChange(change.id, { stoppedAt: now })
            continue
          }
          giveNumber(candidate, change.newMobile)
          store.closeMobileChange(change.id, { doneAt: now })
        }
        return due.length
      })
    },

    isMobileInUse: (mobile: string): boolean => store.candidateByMobile(mobile) !== undefined,

    /**
     * Gives an account a new number for a lost phone at once: the help desk has seen the documents, and a second person
     * has released the change. Every session ends, since somebody may hold the old phone. Joins the caller's
     * transaction. Source: rules §2.10.
     */
    replaceMobile(candidateId: number, mobile: string): Result<undefined> {
      const candidate = store.candidate(candidateId)!
      if (isTaken(mobile, candidate)) return refuse('mobile-taken', 409)
      const now = clock.real()
      const pending = store.pendingMobileChange(candidateId)
      if (pending) store.closeMobileChange(pending.id, { stoppedAt: now })
      giveNumber(candidate, mobile)
      store.endSessions(candidateId, now, 'mobile')
      return ok()
    },

    sendVerifyEmail(actor: SessionActor): Result<{ sentTo: string }> {
      const candidate = store.candidate(actor.candidateId)!
      if (candidate.emailVerifiedAt) return refuse('email-verified-already', 409)
      const token = newToken()
      return db.transact((): Result<{ sentTo: string }> => {
        const now = clock.real()
        const { count, resetsAt } = limits.count(`verify-email:${candidate.id}`, otpRules.hour, now)
        if (count > 5) return tooOften(Math.ceil((resetsAt - now) / 1000))
        store.addEmailLink({
          hash: hashToken(token),
          candidateId: candidate.id,
          email: candidate.email,
          createdAt: now,
        })
        const secrets = { link: href(deps.linkBase(), 'verification', undefined, { email: token }) }
        tell(candidate.id, 'email-verification', {}, { secrets, expiresAt: plus(now, hours(24)) })
        return ok({ sentTo: maskEmail(candidate.email) })
      })
    },

    /** The link in the e-mail is valid for a day, for the address it was sent to. */
    verifyEmail(token: string): Result<undefined> {
      return db.transact((): Result<undefined> => {
        const row = store.emailLink(hashToken(token))
        const now: Instant = clock.real()
        if (!row || row.createdAt < now - hours(24)) return refuse('link-unknown', 404)
        const candidate = store.candidate(row.candidateId)!
        if (candidate.email !== row.email) return refuse('link-unknown', 404)
        if (row.usedAt === null) {
          store.spendEmailLink(row.hash, now)
          store.updateCandidate(candidate.id, { emailVerifiedAt: now })
        }
        return ok()
      })
    },

    /** Ends messages on WhatsApp; SMS and e-mail go on. */
    optOutOfWhatsapp({ candidateId, language }: Pick<SessionActor, 'candidateId' | 'language'>): void {
      db.transact(() => {
        if (!store.candidate(candidateId)?.whatsappOptedInAt) return
        store.updateCandidate(candidateId, { whatsappOptedInAt: null })
        deps.onConsent(candidateId, 'whatsapp', 'withdrawn', language)
      })
    },

    /** Opts in to WhatsApp and sends the summary of the application there. */
    optInToWhatsapp(actor: SessionActor): Result<{ optedIn: true }> {
      return db.transact((): Result<{ optedIn: true }> => {
        const now = clock.real()
        const candidate = store.candidate(actor.candidateId)!
        const { count, resetsAt } = limits.count(`whatsapp:${candidate.id}`, otpRules.hour, now)
        if (count > 5) return tooOften(Math.ceil((resetsAt - now) / 1000))
        if (!candidate.whatsappOptedInAt) {
          store.updateCandidate(candidate.id, { whatsappOptedInAt: now })
          deps.onConsent(candidate.id, 'whatsapp', 'given', actor.language)
        }
        const status = deps.summaryOf(candidate.id, actor.language)
        tell(candidate.id, 'whatsapp-summary', { name: candidate.fullName, status })
        return ok({ optedIn: true })
      })
    },

    contact(actor: Pick<SessionActor, 'candidateId'>): ContactView {
      const { mobile, email, newMobile, takesEffectAt, ...facts } = store.contact(actor.candidateId)!
      return {
        mobile: maskNumber(mobile),
        email: maskEmail(email),
        isEmailVerified: facts.emailVerifiedAt !== null,
        isOnWhatsapp: facts.whatsappOptedInAt !== null,
        hasPassword: facts.hasPassword === 1,
        pendingMobile: newMobile && takesEffectAt ? { mobile: maskNumber(newMobile), takesEffectAt } : null,
      }
    },

    /** What the account holds, unmasked, for its owner. */
    account(candidateId: number): Pick<CandidateRow, 'fullName' | 'userId' | 'email' | 'mobile' | 'createdAt'> {
      const { fullName, userId, email, mobile, createdAt } = store.candidate(candidateId)!
      return { fullName, userId, email, mobile, createdAt }
    },

    fullName: (actor: SessionActor): string => store.candidate(actor.candidateId)!.fullName,

    /** Corrects the full name where scrutiny found the registered one wrong. */
    rename(candidateId: number, fullName: string): void {
      store.updateCandidate(candidateId, { fullName })
    },

    setLanguage(actor: SessionActor, language: CandidateRow['language']): void {
      store.updateCandidate(actor.candidateId, { language })
    },
  }
}
