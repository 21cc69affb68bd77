import Type from 'typebox'
import { otpLength, otpPattern } from '#server/domain/accounts/otp.ts'
import { field } from './shape'

const longest = { password: 200, otp: 2 * otpLength }

export const otpField = field({
  fault: 'otp',
  maxLength: longest.otp,
  pattern: otpPattern,
  tidy: 'digits',
  params: { digits: otpLength },
})
export const currentPasswordField = field({
  fault: 'currentPassword',
  maxLength: longest.password,
  tidy: 'none',
  requiredIfShown: true,
})

/** Password and OTP, required by every irreversible act; an account without a password gives only the OTP. */
export const stepUpProof = { password: Type.Optional(currentPasswordField), otp: otpField }
export type StepUpProof = { password?: string; otp: string }

/** A proof typed before its OTP was asked for again: bounded, but neither checked nor used. */
export const ignoredProof = {
  password: Type.Optional(Type.String({ maxLength: longest.password })),
  otp: Type.Optional(Type.String({ maxLength: longest.otp })),
}
