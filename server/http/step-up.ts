import Type from 'typebox'
import { otpLength, otpPattern } from '../domain/portal/otp'
import { field } from './shape'

export const otpField = field({
  fault: 'otp',
  maxLength: 2 * otpLength,
  pattern: otpPattern,
  params: { digits: otpLength },
})
export const currentPasswordField = field({
  fault: 'currentPassword',
  maxLength: 200,
  tidy: 'none',
  requiredIfShown: true,
})

/** Password and OTP, required by every irreversible act; an account without a password gives only the OTP. */
export const stepUpProof = { password: Type.Optional(currentPasswordField), otp: otpField }
export type StepUpProof = { password?: string; otp: string }
