import {
  type ReceiverRelation,
  receiverOtpsHourly,
  receiverOtpWindow,
} from '#server/domain/accounts/second-receiver.ts'
import { maskEmail, maskNumber } from '#server/domain/site/contact.ts'
import type { Language } from '#server/kernel/languages.ts'
import { type FieldFault, ok, type Result, refuse, tooOften } from '#server/kernel/result.ts'
import type { AccountsDeps } from './deps'
import type { Otps } from './otp'
import type { SecondReceiver } from './schema'
import type { CandidateRow, ReceiverRow, SessionActor } from './store'

/** A second receiver as the candidate sees them. `resendIn`: seconds until there can be another OTP. */
type ReceiverView = {
  fullName: string
  relation: ReceiverRelation
  mobile: string
  email: string | null
  isConfirmed: boolean
  resendIn: number
}

const purpose = 'second-receiver'
type Asker = Pick<SessionActor, 'candidateId'>

/**
 * A second receiver, such as a parent: named by the candidate, agreed to by an OTP of their own, ended by either of them. They get
 * copies of messages and can do nothing. Any number may agree, also one that has an account here, so that nobody learns
 * which numbers do. Source: rules §10.11.
 */
export function createSecondReceiver(deps: AccountsDeps, otps: Otps) {
  const { db, store, limits, clock, tell, send } = deps
  const subjectOf = ({ candidateId, mobile }: Pick<ReceiverRow, 'candidateId' | 'mobile'>) =>
    `candidate:${candidateId}:${mobile}`
  // The number may be anybody's: the candidate has a stranger's share of its OTPs.
  const askerOf = (candidateId: number) => `candidate:${candidateId}`

  /** Seconds until an OTP may go to a number, or the refusal; counts this request. Joins the transaction. */
  function mayAsk(candidateId: number, mobile: string): Result<undefined> {
    const seconds = otps.wait(mobile, purpose, { asker: askerOf(candidateId) })
    if (seconds > 0) return tooOften(seconds)
    const now = clock.real()
    // Each number has its own limit; this one covers somebody who tries number after number.
    const { count, resetsAt } = limits.count(`receiver:${candidateId}`, receiverOtpWindow, now)
    return count > receiverOtpsHourly ? tooOften(Math.ceil((resetsAt - now) / 1000)) : ok()
  }

  function sendOtp(
    { id: receiverId, candidateId, mobile }: ReceiverRow,
    candidate: CandidateRow,
    asked?: Language,
  ): void {
    const { userId, language: own } = candidate
    const language = asked ?? own
    const subject = subjectOf({ candidateId, mobile })
    const asker = askerOf(candidateId)
    otps.issue({ purpose, subject, mobile, asker, candidateId, language, receiverId, params: { userId } })
  }

  /** Tells the one who has agreed that they have, with the link by which they end it. */
  function welcome({ id: receiverId, candidateId, mobile, email }: ReceiverRow): void {
    const { userId, language } = store.candidate(candidateId)!
    const secrets = { link: deps.receiverLink(receiverId) }
    const message = {
      candidateId,
      template: 'receiver-welcome',
      language,
      params: { userId },
      secrets,
      receiverId,
    } as const
    send({ ...message, channel: 'sms', to: mobile })
    if (email !== null) send({ ...message, channel: 'email', to: email })
  }

  /** Ends it; of an agreement the record says so. Joins the transaction. */
  function end({ id, candidateId, confirmedAt }: ReceiverRow): void {
    store.dropReceiver(id)
    if (confirmedAt === null) return
    deps.onConsent(candidateId, 'receiver', 'withdrawn', store.candidate(candidateId)!.language)
  }

  return {
    /** The candidate's second receiver, with masked addresses; null if there is none. */
    receiver({ candidateId }: Asker): ReceiverView | null {
      const row = store.receiverOf(candidateId)
      if (!row) return null
      const { fullName, relation, mobile, email, confirmedAt } = row
      return {
        fullName,
        relation: relation as ReceiverRelation,
        mobile: confirmedAt === null ? mobile : maskNumber(mobile),
        email: email === null ? null : maskEmail(email),
        isConfirmed: confirmedAt !== null,
        resendIn: confirmedAt === null ? otps.wait(mobile, purpose, { asker: askerOf(candidateId) }) : 0,
      }
    },

    /**
     * Names a second receiver, in place of one who has not agreed yet, and sends their number an OTP. Refusals: the candidate's own
     * number or address (422), `receiver-there` (409) beside one who has agreed, and 429.
     */
    nameReceiver({ candidateId }: Asker, input: SecondReceiver, language?: Language): Result<undefined> {
      const candidate = store.candidate(candidateId)!
      const faults: FieldFault[] = [
        ...(input.mobile === candidate.mobile ? [{ field: 'mobile', code: 'receiverMobile.own' }] : []),
        ...(input.email === candidate.email ? [{ field: 'email', code: 'receiverEmail.own' }] : []),
      ]
      if (faults.length > 0) return refuse('check-answers', 422, { fields: faults })
      return db.transact((): Result<undefined> => {
        const before = store.receiverOf(candidateId)
        if (before && before.confirmedAt !== null) return refuse('receiver-there', 409)
        const may = mayAsk(candidateId, input.mobile)
        if (!may.ok) return may
        if (before) store.dropReceiver(before.id)
        const { fullName, relation, mobile, email = null } = input
        const named = { candidateId, fullName, relation, mobile, email: email || null, askedAt: clock.real() }
        sendOtp(store.addReceiver(named), candidate, language)
        return ok()
      })
    },

    /** Sends another OTP to the one who was named, in the language of the page, if it is not the account's. Refusals: `receiver-none` (409), 429. */
    askReceiverAgain: ({ candidateId }: Asker, language?: Language): Result<undefined> =>
      db.transact((): Result<undefined> => {
        const row = store.receiverOf(candidateId)
        if (!row || row.confirmedAt !== null) return refuse('receiver-none', 409)
        const may = mayAsk(candidateId, row.mobile)
        if (may.ok) sendOtp(row, store.candidate(candidateId)!, language)
        return may
      }),

    /** The second receiver has agreed: messages go to them from now on. Both are told. */
    confirmReceiver: ({ candidateId }: Asker, otp: string): Result<undefined> =>
      db.transact((): Result<undefined> => {
        const row = store.receiverOf(candidateId)
        if (!row || row.confirmedAt !== null) return refuse('receiver-none', 409)
        const checked = otps.check(subjectOf(row), purpose, otp)
        if (!checked.ok) return checked
        store.confirmReceiver(row.id, clock.real())
        deps.onConsent(candidateId, 'receiver', 'given', store.candidate(candidateId)!.language)
        welcome(row)
        tell(candidateId, 'receiver-confirmed', { ending: row.mobile.slice(-4) })
        return ok()
      }),

    /** Ended by the candidate; one who had agreed is told. Nothing happens if there is none. */
    endReceiver({ candidateId }: Asker): void {
      db.transact(() => {
        const row = store.receiverOf(candidateId)
        if (!row) return
        end(row)
        if (row.confirmedAt === null) return
        const { userId, language } = store.candidate(candidateId)!
        send({
          candidateId,
          channel: 'sms',
          to: row.mobile,
          template: 'receiver-stopped',
          language,
          params: { userId },
        })
      })
    },

    /** Ended by the link of the second receiver, as often as it is pressed; the candidate is told once. */
    endReceiverByLink(token: string): Result<undefined> {
      const id = deps.receiverOfLink(token)
      if (id === null) return refuse('link-unknown', 404)
      db.transact(() => {
        const row = store.receiver(id)
        if (!row) return
        end(row)
        tell(row.candidateId, 'receiver-ended', { ending: row.mobile.slice(-4) })
      })
      return ok()
    },
  }
}
