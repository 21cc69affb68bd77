import Type, { type Static } from 'typebox'
import { mobilePattern } from '#server/domain/terms/person.ts'
import { applicationId as applicationIdField, contract, day, field, timeOfDay } from '#server/http/shape.ts'

const orderNumber = field({ fault: 'orderNumber', maxLength: 40, pattern: '^[A-Za-z0-9][A-Za-z0-9 ./()-]{1,39}$' })
const authority = field({ fault: 'orderAuthority', minLength: 3, maxLength: 100 })
const reason = field({ fault: 'orderReason', minLength: 10, maxLength: 500 })
const applicationId = applicationIdField('orderApplicationId')
const authorised = { orderNumber, authority, reason }
const until = { date: day('orderDate'), time: timeOfDay('orderTime') }
const tick = () => Type.Optional(Type.Literal(true, { fault: 'orderSteps' }))

/** Lets somebody register late, and complete everything by then. */
export const AdmitLate = contract({
  intent: Type.Literal('admit-late', { fault: 'orderIntent' }),
  mobile: field({ fault: 'orderMobile', maxLength: 20, pattern: mobilePattern, tidy: 'mobile' }),
  ...authorised,
  ...until,
})
export type AdmitLate = Static<typeof AdmitLate>

/** Gives a candidate until then for what they could do before. */
export const Extend = contract({
  intent: Type.Literal('extend', { fault: 'orderIntent' }),
  applicationId,
  ...authorised,
  ...until,
})
export type Extend = Static<typeof Extend>

/** Opens some steps of a submitted form until then. */
export const Correct = contract({
  intent: Type.Literal('correct', { fault: 'orderIntent' }),
  applicationId,
  step0: tick(),
  step1: tick(),
  step2: tick(),
  step3: tick(),
  step4: tick(),
  step5: tick(),
  step6: tick(),
  ...authorised,
  ...until,
})
export type Correct = Static<typeof Correct>

/** An outage: activities open during it close later. `agreed`: the preview was shown, and nothing has changed since. */
export const Outage = contract({
  intent: Type.Literal('outage', { fault: 'orderIntent' }),
  date: day('outageDate'),
  time: timeOfDay('outageTime'),
  hours: Type.Integer({ minimum: 1, maximum: 240, fault: 'outageHours' }),
  ...authorised,
  agreed: Type.Optional(Type.Literal(true, { fault: 'orderIntent' })),
})
export type Outage = Static<typeof Outage>

const agreed = Type.Optional(Type.Literal(true, { fault: 'orderIntent' }))

/** Takes an acceptance back: the candidate decides again, until then. `agreed` as for an outage. */
export const WithdrawAcceptance = contract({
  intent: Type.Literal('withdraw-acceptance', { fault: 'orderIntent' }),
  applicationId,
  ...authorised,
  ...until,
  agreed,
})

/** Takes a seat back. */
export const CancelAllotment = contract({
  intent: Type.Literal('cancel-allotment', { fault: 'orderIntent' }),
  applicationId,
  ...authorised,
  agreed,
})

/** Takes back the seat of a candidate whom the institute has admitted, and the admission with it. */
export const WithdrawAdmission = contract({
  intent: Type.Literal('withdraw-admission', { fault: 'orderIntent' }),
  applicationId,
  ...authorised,
  agreed,
})

/** Gives a seat back that an order took or that lapsed; until then the candidate may accept it. */
export const RestoreAllotment = contract({
  intent: Type.Literal('restore-allotment', { fault: 'orderIntent' }),
  applicationId,
  supernumerary: tick(),
  ...authorised,
  ...until,
  agreed,
})
export type SeatOrder = Static<
  typeof WithdrawAcceptance | typeof CancelAllotment | typeof WithdrawAdmission | typeof RestoreAllotment
>

/** Cancels an application. `kept`: the other application of the same person, which goes on. */
export const CancelApplication = contract({
  intent: Type.Literal('cancel-application', { fault: 'orderIntent' }),
  applicationId,
  kept: Type.Optional(applicationIdField('orderKept')),
  ...authorised,
  agreed,
})

/** Takes a person out of this season's admission. */
export const Debar = contract({
  intent: Type.Literal('debar', { fault: 'orderIntent' }),
  applicationId,
  ...authorised,
  agreed,
})

/** Lifts either. */
export const Readmit = contract({
  intent: Type.Literal('readmit', { fault: 'orderIntent' }),
  applicationId,
  ...authorised,
  agreed,
})
export type CandidatureOrder = Static<typeof CancelApplication | typeof Debar | typeof Readmit>

export const OrderDecision = contract({
  intent: Type.Enum(['release', 'refuse'] as const, { fault: 'orderIntent' }),
  order: field({ fault: 'orderId', maxLength: 12, pattern: '^[1-9][0-9]*$' }),
})
export type OrderDecision = Static<typeof OrderDecision>
