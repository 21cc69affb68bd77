import Type from 'typebox'
import { otpPattern } from '../domain/person'
import { field } from './shape'

export const otpField = field({ fault: 'otp', maxLength: 12, pattern: otpPattern })
export const currentPasswordField = field({ fault: 'currentPassword', maxLength: 200, tidy: 'none' })

/** Password and OTP, as every irreversible act takes them; an account without a password gives the OTP alone. */
export const stepUpProof = { password: Type.Optional(currentPasswordField), otp: otpField }
export type StepUpProof = { password?: string; otp: string }
