/** Irreversible acts that need a password and a fresh OTP. Source: rules §2.9. */
export const stepUpPurposes = [
  'submit',
  'unlock',
  'change-mode',
  'change-mobile',
  'confirm-options',
  'unlock-options',
  'self-verify',
  'accept-seat',
  'cancel',
] as const
export type StepUpPurpose = (typeof stepUpPurposes)[number]

/** Acts of staff that need an OTP read out by the candidate; the desk sends it, never the portal. */
export const attendedPurposes = ['edit-at-centre', 'withdraw-at-centre'] as const
export type AttendedPurpose = (typeof attendedPurposes)[number]

/** The purposes of OTPs; an OTP is valid only for its purpose. */
export const otpPurposes = [
  'registration',
  'login',
  'recovery',
  'second-receiver',
  ...stepUpPurposes,
  ...attendedPurposes,
] as const
export type OtpPurpose = (typeof otpPurposes)[number]

/** Digits of a candidate's OTP: schema, input, texts and log redaction all use it. Source: rules §2.3. */
export const otpLength = 6

/** Without flags, because schemas and OpenAPI use it. */
export const otpPattern = `^[0-9]{${otpLength}}$`

/** Source: rules §2.3, §2.4. Milliseconds. */
export const otpRules = { lifetime: 600_000, tries: 5, resendAfter: 30_000, hour: 3_600_000 } as const

/**
 * What one stranger, a network or a signed-in candidate, may have sent to a number: so many OTPs within so many
 * milliseconds. The last OTP of the hour is kept for one who has had none. Source: rules §2.4.
 */
export const strangersShare = { most: 3, within: 1_800_000 } as const

type OtpSends = {
  now: number
  /** Times of this number's OTPs in the last hour, for this purpose and for all. */
  samePurpose: readonly number[]
  all: readonly number[]
  /** Those of this purpose that the same stranger asked for; absent where only the owner of the number can ask. */
  own?: readonly number[]
  /** The newest OTP of the number is good for anybody who has it, so another is due when that one has run out. */
  isAnybodys?: boolean
  limits: { perPurposeHourly: number; perNumberHourly: number }
}

/**
 * How many seconds a number must wait for its next OTP; 0 if it may have one now. 30 s between two of one purpose, 5 an
 * hour for each purpose and 15 in all; no stranger can use up those of a purpose, nor many together those of a registration:
 * beyond the five it has one every 10 minutes, which makes 10 an hour at most. Source: rules §2.4.
 */
export function secondsUntilNextOtp({ now, samePurpose, all, own = [], isAnybodys = false, limits }: OtpSends): number {
  const newest = Math.max(0, ...samePurpose)
  const after = (pause: number) => (newest ? newest + pause - now : 0)
  const usual = Math.max(
    after(otpRules.resendAfter),
    waitFor(now, samePurpose, limits.perPurposeHourly),
    waitFor(now, own, strangersShare.most, strangersShare.within),
    own.length ? waitFor(now, samePurpose, limits.perPurposeHourly - 1) : 0,
  )
  const next = isAnybodys ? Math.min(usual, after(otpRules.lifetime)) : usual
  return Math.max(0, Math.ceil(Math.max(next, waitFor(now, all, limits.perNumberHourly)) / 1000))
}

/** The time until the oldest of the last `limit` sends is older than `within`. */
function waitFor(now: number, sends: readonly number[], limit: number, within: number = otpRules.hour): number {
  const recent = sends.filter((at) => at > now - within).sort((a, b) => b - a)
  const blocking = recent[limit - 1]
  return blocking === undefined ? 0 : blocking + within - now
}

type OtpState = { expiresAt: number; attempts: number; usedAt: number | null }

/** May the newest OTP still be tried? */
export function otpStanding(
  otp: OtpState | undefined,
  now: number,
): 'open' | 'none' | 'used' | 'expired' | 'exhausted' {
  if (!otp) return 'none'
  if (otp.usedAt !== null) return 'used'
  if (now >= otp.expiresAt) return 'expired'
  return otp.attempts >= otpRules.tries ? 'exhausted' : 'open'
}
