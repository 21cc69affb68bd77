import Type, { type Static } from 'typebox'
import { type Return, returnModes } from '#server/domain/admission/cancellation.ts'
import { contract, field } from '#server/http/shape.ts'
import { ignoredProof, stepUpProof } from '#server/http/step-up.ts'
import { noMoney, type Paise, rupees } from '#server/kernel/money.ts'

const reason = field({ fault: 'cancelReason', minLength: 3, maxLength: 300, multiline: true, tidy: 'lines' })

/** Why a candidate cancels, asked before the OTP is sent. */
export const CancelReason = contract({ reason, intent: Type.Enum(['otp', 'resend']), ...ignoredProof })

/** A candidate cancels: the reason, password and OTP. */
export const CancelRequest = contract({ reason, ...stepUpProof })
export type CancelRequest = Static<typeof CancelRequest>

const sum = field({ fault: 'returnSum', maxLength: 10, tidy: 'number', pattern: '^\\d{1,7}(\\.\\d{1,2})?$' })

/** What an institute returned; sums in rupees. */
export const ReturnForm = contract({
  paid: sum,
  deposit: Type.Optional(sum),
  charge: Type.Optional(sum),
  mode: Type.Enum(returnModes, { fault: 'returnMode' }),
  number: Type.Optional(field({ fault: 'returnNumber', maxLength: 60 })),
  originalsReturned: Type.Optional(Type.Literal(true)),
})
export type ReturnForm = Static<typeof ReturnForm>

const amountIn = (typed: string | undefined): Paise => (typed === undefined ? noMoney : rupees(Number(typed)))

/** A record as the rules read it: sums in paise; an empty deposit or charge is nothing. */
export const returnOf = ({ paid, deposit, charge, mode, number, originalsReturned }: ReturnForm): Return => ({
  paid: amountIn(paid),
  deposit: amountIn(deposit),
  charge: amountIn(charge),
  mode,
  number: number ?? '',
  originalsReturned: originalsReturned === true,
})
