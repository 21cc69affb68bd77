import { type AttendedPurpose, type OtpPurpose, otpRules } from '#server/domain/accounts/otp.ts'
import { maskEmail, maskNumber } from '#server/domain/site/contact.ts'
import type { StepUpProof } from '#server/http/step-up.ts'
import type { Language } from '#server/kernel/languages.ts'
import { ok, type Refusal, type Result, refuse, tooOften } from '#server/kernel/result.ts'
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

/** An irreversible act. `may`: is it allowed now, and with what? `act` does it with that, in the transaction of the proof. */
type ProvedAct<T, Found, R extends Refusal> = { may: () => Result<Found, R>; act: (found: Found) => Result<T, R> }

/** The proof of an irreversible act: the password, and an OTP to the mobile and the e-mail. Source: rules §2.3. */
export function createStepUp(deps: AccountsDeps, otps: Otps, recovery: Recovery) {
  const { db, store, limits, clock, course } = deps

  /**
   * Does an irreversible act if it is allowed, and password (where there is one) and OTP are right. One transaction holds the check of
   * the OTP, the act, and the use of the OTP: whatever is refused or could not be saved leaves it good for another press. A second
   * press hears that the act is done, not that the OTP is used. Source: rules §2.3, case 76.
   */
  async function withProof<T, Found, R extends Refusal>(
    candidate: CandidateRow,
    { purpose, subject }: { purpose: OtpPurpose; subject: string },
    proof: StepUpProof,
    { may, act }: ProvedAct<T, Found, R>,
  ): Promise<Result<T, R | Refusal>> {
    const before = may()
    if (!before.ok) return before
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
    return db.transact((): Result<T, R | Refusal> => {
      const still = may()
      if (!still.ok) return still
      const proved = otps.match(subject, purpose, proof.otp)
      if (!proved.ok) return proved
      const done = act(still.value)
      if (done.ok) otps.spend(proved.value)
      return done
    })
  }

  return {
    /** Does an irreversible act of another feature, see `withProof`. */
    withStepUp: <T, Found, R extends Refusal>(
      { candidateId }: Pick<SessionActor, 'candidateId'>,
      purpose: OtpPurpose,
      proof: StepUpProof,
      act: ProvedAct<T, Found, R>,
    ) => withProof(store.candidate(candidateId)!, { purpose, subject: stepUpSubject(candidateId) }, proof, act),

    /** Does a change of mobile, whose OTP went to the new number. The proof comes first: nobody else learns whose number it is. */
    withProofOf: <T>(candidate: CandidateRow, mobile: string, proof: StepUpProof, act: () => Result<T>) => {
      const proved = { purpose: 'change-mobile', subject: stepUpSubject(candidate.id, mobile) } as const
      return withProof(candidate, proved, proof, { may: () => ok(), act })
    },

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
