import Type, { type Static } from 'typebox'
import { stepUpPurposes } from '#server/domain/accounts/otp.ts'
import { receiverRelations } from '#server/domain/accounts/second-receiver.ts'
import {
  emailPattern,
  identifierPattern,
  mobilePattern,
  namePattern,
  passwordPattern,
} from '#server/domain/terms/person.ts'
import { birthDay, contract, field } from '#server/http/shape.ts'
import { currentPasswordField as currentPassword, otpField as otp, stepUpProof } from '#server/http/step-up.ts'

const fullName = field({ fault: 'fullName', minLength: 2, maxLength: 100, pattern: namePattern, tidy: 'name' })
const email = field({ fault: 'email', maxLength: 254, pattern: emailPattern, tidy: 'email' })
const mobile = field({ fault: 'mobile', maxLength: 20, pattern: mobilePattern, tidy: 'mobile' })
const newPassword = field({ fault: 'password', maxLength: 200, pattern: passwordPattern, tidy: 'none' })
const repeated = field({ fault: 'confirmPassword', maxLength: 200, tidy: 'none', sameAs: 'password' })
const identifier = field({ fault: 'userId', maxLength: 254, pattern: identifierPattern })
const opaqueId = field({ fault: 'opaque', maxLength: 64, pattern: '^[A-Za-z0-9_-]{16,64}$' })
/** Asked for with the OTP of a recovery while the portal's budget for recoveries is exhausted. Source: rules §2.12. */
const birthDate = Type.Optional(birthDay('recoveryBirth'))

/** The details that a new candidate enters. Source: rules §2.2. */
export const Registration = contract({
  fullName,
  email,
  mobile,
  state: field({ fault: 'state', maxLength: 8, description: 'a code of /reference/states' }),
  district: field({ fault: 'district', maxLength: 60, description: 'a code of /reference/districts' }),
  password: newPassword,
  confirmPassword: repeated,
  consent: Type.Literal(true, { fault: 'consent' }),
})
export type Registration = Static<typeof Registration>

export const OtpProof = contract({ registrationId: opaqueId, otp })
export type OtpProof = Static<typeof OtpProof>
export const RegistrationRef = contract({ registrationId: opaqueId })

/** The Application ID, the mobile number or the e-mail address, and the password. */
export const Login = contract({
  userId: identifier,
  password: field({ fault: 'loginPassword', maxLength: 200, tidy: 'none' }),
  otp: Type.Optional(otp),
})
export type Login = Static<typeof Login>

export const Recovery = contract({ userId: identifier })
export const NewPasswordByOtp = contract({
  recoveryId: opaqueId,
  otp,
  birthDate,
  password: newPassword,
  confirmPassword: repeated,
})
export type NewPasswordByOtp = Static<typeof NewPasswordByOtp>

export const PasswordChange = contract({ currentPassword, password: newPassword, confirmPassword: repeated })
export type PasswordChange = Static<typeof PasswordChange>

/** Asks for an OTP for an irreversible act; only a change of mobile names the number that the OTP must prove. */
export const OtpRequest = contract({
  purpose: Type.Enum(stepUpPurposes, { fault: 'purpose' }),
  mobile: Type.Optional(mobile),
})
export type OtpRequest = Static<typeof OtpRequest>

export const MobileChange = contract({ mobile, ...stepUpProof })
export type MobileChange = Static<typeof MobileChange>

/** A second receiver: who they are, their own number, and an address if they want one. */
export const SecondReceiver = contract({
  fullName,
  relation: Type.Enum(receiverRelations, { fault: 'receiverRelation' }),
  mobile,
  email: Type.Optional(email),
})
export type SecondReceiver = Static<typeof SecondReceiver>

export const SsoLogin = contract({ token: field({ fault: 'token', maxLength: 4096, tidy: 'none' }) })

/** The forms of pages; a cookie holds the reference that an API call would name. */
export const OtpForm = contract({ otp })
export const NewPasswordForm = contract({ otp, birthDate, password: newPassword, confirmPassword: repeated })
export const MobileForm = contract({ mobile })
