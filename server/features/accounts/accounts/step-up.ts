import { type AttendedPurpose, type OtpPurpose, otpRules } from '#server/domain/accounts/otp.ts'
import { maskEmail, maskNumber } from '#server/domain/site/contact.ts'
import type { StepUpProof } from '#server/http/step-up.ts'
import type { Language } from '#server/kernel/languages.ts'
import { ok, type Result, refuse, tooOften } from '#server/kernel/result.ts'
import { type AccountsDeps, tellOfCollision } from './deps'
import type { Otps } from './otp'
import { ownerOf } from './owner-of'
import type { Recovery } from './recovery'
import type { OtpRequest } from './schema'
import type { CandidateRow, SessionActor } from './store'

const stepUpSubject = (candidateId: number, mobile?: string) => `candidate:${candidateId}${mobile ? `:${mobile}` : ''}`
/** The number that an OTP is asked for, if it is not the candidate's own yet. */
const newMobileOf = ({ purpose, mobile }: OtpRequest) => (purpose === 'change-mobile' ? mobile : undefined)
/** A number that is not the candidate's own yet may be anybody's: the candidate has a stranger's share of its OTPs. */
const askerOf = ({ candidateId }: Pick<SessionActor, 'candidateId'>, { purpose }: OtpRequest) =>
  purpose === 'change-mobile' ? `candidate:${candidateId}` : undefined

/** The proof of an irreversible act: the password, and an OTP to the mobile and the e-mail. Source: rules §2.3. */
export function createStepUp(deps: AccountsDeps, otps: Otps, recovery: Recovery) {
  const { db, store, limits, clock, course } = deps

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

    /** Checks the proof of a change of mobile, whose OTP went to the new number. */
    proveNumber: (candidate: CandidateRow, mobile: string, proof: StepUpProof) =>
      proveStepUp(candidate, 'change-mobile', proof, stepUpSubject(candidate.id, mobile)),

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

    /**
     * A fresh OTP for an irreversible act: to the proved mobile and e-mail; for a change of mobile to the new one. `language`: of
     * the page that asks, if it is not the account's.
     */
    requestOtp(
      actor: SessionActor,
      input: OtpRequest,
      language?: Language,
    ): Result<{ resendAfter: number; sentTo: string[] }> {
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
        const owner = isMobileChange ? ownerOf(store, mobile, candidate) : null
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
            language: language ?? candidate.language,
          })
        }
        const sentTo = email ? [maskNumber(mobile), maskEmail(email)] : [maskNumber(mobile)]
        return ok({ resendAfter: otps.wait(mobile, input.purpose, { asker }), sentTo })
      })
    },

    /** For the page of an act: can the OTP that was sent for it still be typed? */
    isOtpOpen: ({ candidateId }: SessionActor, input: OtpRequest): boolean =>
      otps.isOpen(stepUpSubject(candidateId, newMobileOf(input)), input.purpose),

    /** For the page of an act: the seconds until there can be another OTP for it. */
    otpResendIn: (actor: SessionActor, input: OtpRequest): number =>
      otps.wait(newMobileOf(input) ?? store.contact(actor.candidateId)!.mobile, input.purpose, {
        asker: askerOf(actor, input),
      }),
  }
}

export type StepUp = ReturnType<typeof createStepUp>
