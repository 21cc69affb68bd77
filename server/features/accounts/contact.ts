import { maskEmail, maskNumber } from '../../domain/contact'
import { type AttendedPurpose, type OtpPurpose, otpRules } from '../../domain/otp'
import type { StepUpProof } from '../../http/step-up'
import { ok, type Result, refuse } from '../../kernel/result'
import { hours, type Instant, plus } from '../../kernel/time'
import { type AccountsDeps, tooOften } from './deps'
import type { Otps } from './otp'
import type { Recovery } from './recovery'
import type { MobileChange, OtpRequest } from './schema'
import { hashToken, newToken } from './secrets'
import type { CandidateRow, SessionActor } from './store'

/** How long the owner of the old number can stop a change. Source: decisions §2. */
const stopWindow = hours(24)

export type ContactView = {
  mobile: string
  email: string
  isEmailVerified: boolean
  isOnWhatsapp: boolean
  hasPassword: boolean
  pendingMobile: { mobile: string; takesEffectAt: number } | null
}

/** Step-up OTPs and the ways to reach a candidate: mobile, e-mail, WhatsApp. Source: decisions §2, §10. */
export function createContact(deps: AccountsDeps, otps: Otps, recovery: Recovery) {
  const { db, store, limits, clock, course, announce } = deps
  const stepUpSubject = (candidateId: number, mobile?: string) =>
    `candidate:${candidateId}${mobile ? `:${mobile}` : ''}`
  const isTaken = (mobile: string, by: CandidateRow) => {
    const other = store.candidateByMobile(mobile)
    return other && other.id !== by.id ? other : null
  }

  /** From now on OTPs go to the new number, and those that went to the old one serve nobody who holds its phone. */
  function giveNumber({ id, mobile: old }: CandidateRow, mobile: string): void {
    store.updateCandidate(id, { mobile })
    store.spendOtpsSentTo(old, clock.real())
  }

  function tellStopped({ candidateId, oldMobile }: { candidateId: number; oldMobile: string }): void {
    const { language } = store.candidate(candidateId)!
    announce({ candidateId, channel: 'sms', to: oldMobile, template: 'mobile-change-stopped', language })
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
    /** The proof of an irreversible act that another feature is about to do. */
    proveStepUp: (actor: Pick<SessionActor, 'candidateId'>, purpose: OtpPurpose, proof: StepUpProof) =>
      proveStepUp(store.candidate(actor.candidateId)!, purpose, proof),

    /** The OTP that a candidate reads out at a desk: to the proved mobile and e-mail. Answers to whom, masked. */
    requestAttendedOtp(candidateId: number, purpose: AttendedPurpose): Result<{ sentTo: string[] }> {
      const candidate = store.candidate(candidateId)!
      const { mobile, language } = candidate
      const email = candidate.emailVerifiedAt ? candidate.email : null
      const result = db.transact((): Result<{ sentTo: string[] }> => {
        const seconds = otps.wait(mobile, purpose)
        if (seconds > 0) return tooOften(seconds)
        otps.issue({ purpose, subject: stepUpSubject(candidateId), mobile, email, candidateId, language })
        return ok({ sentTo: email ? [maskNumber(mobile), maskEmail(email)] : [maskNumber(mobile)] })
      })
      deps.kickOutbox()
      return result
    },

    /** Whether it is the one that was read out; joins the transaction. */
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
      const result = db.transact((): Result<{ resendAfter: number; sentTo: string[] }> => {
        const seconds = otps.wait(mobile, input.purpose)
        if (seconds > 0) return tooOften(seconds)
        if (isMobileChange) {
          // A number is limited by itself; whoever tries number after number is limited here.
          const now = clock.real()
          const asked = limits.count(`change-mobile:${candidate.id}`, otpRules.hour, now)
          if (asked.count > course.otpLimits.perPurposeHourly) return tooOften(Math.ceil((asked.resetsAt - now) / 1000))
        }
        const owner = isMobileChange ? isTaken(mobile, candidate) : null
        if (owner) {
          otps.decoy({ purpose: input.purpose, subject, mobile })
          announce({
            candidateId: owner.id,
            channel: 'sms',
            to: owner.mobile,
            template: 'registration-collision',
            language: owner.language,
          })
        } else {
          otps.issue({
            purpose: input.purpose,
            subject,
            mobile,
            email,
            candidateId: candidate.id,
            language: candidate.language,
          })
        }
        const sentTo = email ? [maskNumber(mobile), maskEmail(email)] : [maskNumber(mobile)]
        return ok({ resendAfter: otpRules.resendAfter / 1000, sentTo })
      })
      deps.kickOutbox()
      return result
    },

    /** The new number, proved by its OTP, takes the old one's place in a day unless the old one's owner stops it. */
    async changeMobile(actor: SessionActor, input: MobileChange): Promise<Result<{ takesEffectAt: number }>> {
      const candidate = store.candidate(actor.candidateId)!
      const proof = await proveStepUp(candidate, 'change-mobile', input, stepUpSubject(candidate.id, input.mobile))
      if (!proof.ok) return proof
      const stopToken = newToken()
      const result = db.transact((): Result<{ takesEffectAt: number }> => {
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
        const told = {
          candidateId: candidate.id,
          template: 'mobile-change-requested',
          language: candidate.language,
          params: { mobile: maskNumber(input.mobile) },
          secrets: { link: `${deps.linkBase()}verification?stop=${stopToken}` },
        } as const
        announce({ ...told, channel: 'sms', to: candidate.mobile })
        announce({ ...told, channel: 'email', to: candidate.email })
        return ok({ takesEffectAt })
      })
      deps.kickOutbox()
      return result
    },

    /** The number that this candidate was asked to prove in the last hour; null when none is left to prove. */
    numberToProve(actor: SessionActor): string | null {
      const newest = store.newestMobileProof(actor.candidateId)
      return newest && newest.usedAt === null && newest.createdAt > clock.real() - hours(1) ? newest.mobile : null
    },

    /** By the candidate, signed in; the old number is told, and the sessions stay. */
    stopPendingMobileChange(actor: SessionActor): Result<undefined> {
      const result = db.transact((): Result<undefined> => {
        const row = store.pendingMobileChange(actor.candidateId)
        if (!row) return refuse('no-mobile-change', 409)
        store.closeMobileChange(row.id, { stoppedAt: clock.real() })
        tellStopped(row)
        return ok()
      })
      deps.kickOutbox()
      return result
    },

    /** By the link in the old number's message. Every session ends: somebody else may be in. */
    stopMobileChange(token: string): Result<undefined> {
      const result = db.transact((): Result<undefined> => {
        const row = store.mobileChangeByStop(hashToken(token))
        if (!row) return refuse('link-unknown', 404)
        if (row.doneAt !== null) return refuse('mobile-change-done', 409)
        // A newer request may have taken this one's place: whoever holds the old number stops that one as well.
        const pending = store.pendingMobileChange(row.candidateId)
        if (pending?.oldMobile === row.oldMobile) {
          const now = clock.real()
          store.closeMobileChange(pending.id, { stoppedAt: now })
          store.endSessions(row.candidateId, now, 'mobile')
          tellStopped(pending)
        }
        return ok()
      })
      deps.kickOutbox()
      return result
    },

    /** The job: changes whose day has passed. A number that found another owner meanwhile is not taken from them. */
    applyMobileChanges(): number {
      const applied = db.transact(() => {
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
          for (const to of [change.oldMobile, change.newMobile]) {
            announce({
              candidateId: candidate.id,
              channel: 'sms',
              to,
              template: 'mobile-changed',
              language: candidate.language,
            })
          }
        }
        return due.length
      })
      if (applied) deps.kickOutbox()
      return applied
    },

    isMobileInUse: (mobile: string): boolean => store.candidateByMobile(mobile) !== undefined,

    /**
     * A new number for a lost phone, at once: the help desk has seen the documents, and a second person has released it.
     * Every session ends, since somebody may hold the old phone. In the caller's transaction. Source: decisions §2.
     */
    replaceMobile(candidateId: number, mobile: string): Result<undefined> {
      const candidate = store.candidate(candidateId)!
      if (isTaken(mobile, candidate)) return refuse('mobile-taken', 409)
      const now = clock.real()
      const pending = store.pendingMobileChange(candidateId)
      if (pending) store.closeMobileChange(pending.id, { stoppedAt: now })
      giveNumber(candidate, mobile)
      store.endSessions(candidateId, now, 'mobile')
      const { language } = candidate
      for (const to of [candidate.mobile, mobile])
        announce({ candidateId, channel: 'sms', to, template: 'mobile-changed', language })
      return ok()
    },

    sendVerifyEmail(actor: SessionActor): Result<{ sentTo: string }> {
      const candidate = store.candidate(actor.candidateId)!
      if (candidate.emailVerifiedAt) return refuse('email-verified-already', 409)
      const token = newToken()
      const result = db.transact((): Result<{ sentTo: string }> => {
        const now = clock.real()
        if (store.emailLinksSince(candidate.id, now - otpRules.hour) >= 5) return tooOften(3600)
        store.addEmailLink({
          hash: hashToken(token),
          candidateId: candidate.id,
          email: candidate.email,
          createdAt: now,
        })
        announce({
          candidateId: candidate.id,
          channel: 'email',
          to: candidate.email,
          template: 'email-verification',
          language: candidate.language,
          secrets: { link: `${deps.linkBase()}verification?email=${token}` },
          expiresAt: plus(now, hours(24)),
        })
        return ok({ sentTo: maskEmail(candidate.email) })
      })
      deps.kickOutbox()
      return result
    },

    /** The link of the e-mail, good for a day, for the address it was sent to. */
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

    /** Opts in to WhatsApp and sends the summary of the application there. */
    optInToWhatsapp(actor: SessionActor, status: string): Result<{ optedIn: true }> {
      const result = db.transact((): Result<{ optedIn: true }> => {
        const now = clock.real()
        const candidate = store.candidate(actor.candidateId)!
        if (limits.count(`whatsapp:${candidate.id}`, otpRules.hour, now).count > 5) return tooOften(3600)
        if (!candidate.whatsappOptedInAt) store.updateCandidate(candidate.id, { whatsappOptedInAt: now })
        announce({
          candidateId: candidate.id,
          channel: 'whatsapp',
          to: candidate.mobile,
          template: 'whatsapp-summary',
          language: candidate.language,
          params: { name: candidate.fullName, userId: candidate.userId, status },
        })
        return ok({ optedIn: true })
      })
      deps.kickOutbox()
      return result
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

    fullName: (actor: SessionActor): string => store.candidate(actor.candidateId)!.fullName,

    /** Another full name, where scrutiny found the registered one wrong. */
    rename(candidateId: number, fullName: string): void {
      store.updateCandidate(candidateId, { fullName })
    },

    setLanguage(actor: SessionActor, language: CandidateRow['language']): void {
      store.updateCandidate(actor.candidateId, { language })
    },
  }
}
