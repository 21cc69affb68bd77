import Type, { type Static } from 'typebox'
import { slotLengths } from '#server/domain/scrutiny/appointments.ts'
import { contract, day, field, timeOfDay } from '#server/http/shape.ts'
import { otpField } from '#server/http/step-up.ts'

const id = field({ fault: 'slot', maxLength: 15, pattern: '^\\d{1,15}$' })
/** The preview that the officer agrees to. */
const agreed = Type.Optional(Type.String({ maxLength: 60_000 }))
const capacity = Type.Integer({ minimum: 0, maximum: 500, fault: 'slotCapacity' })

/** The slot a candidate takes, from the page. */
export const Booking = contract({ slot: id, intent: Type.Optional(Type.Enum(['book'])) })
export type Booking = Static<typeof Booking>

/** The same slots on each of several days. `centre`: for an officer who sets them for another centre. */
export const SlotPlanForm = contract({
  intent: Type.Enum(['plan']),
  firstDay: day('slotDay'),
  lastDay: day('slotDay'),
  from: timeOfDay('slotTime'),
  until: timeOfDay('slotTime'),
  minutes: Type.Enum(slotLengths.map(String), { fault: 'slotMinutes' }),
  capacity,
  agreed,
})
export type SlotPlanForm = Static<typeof SlotPlanForm>

export const CapacityForm = contract({ intent: Type.Enum(['capacity']), slot: id, places: capacity, agreed })
export type CapacityForm = Static<typeof CapacityForm>

/** Closes a day of a centre: nobody else can book a time of it. */
export const CloseDayForm = contract({ intent: Type.Enum(['close-day']), day: day('slotDay'), agreed })
export type CloseDayForm = Static<typeof CloseDayForm>

/** Marks that a centre gives a candidate with an appointment. */
const arrivalMarks = ['arrived', 'missed', 'expected'] as const
export type ArrivalMark = (typeof arrivalMarks)[number]

export const ArrivalForm = contract({
  intent: Type.Enum([...arrivalMarks]),
  userId: field({ fault: 'userId', maxLength: 20 }),
})

/** The OTP that the candidate has read out. */
export const AttendedProof = contract({ intent: Type.Enum(['edit', 'withdraw']), otp: otpField })
