/** The irreversible acts that take a password and a fresh OTP. Source: decisions §2. */
export const stepUpPurposes = [
  'submit',
  'unlock',
  'change-mode',
  'change-mobile',
  'confirm-options',
  'unlock-options',
  'accept-seat',
  'cancel',
] as const
export type StepUpPurpose = (typeof stepUpPurposes)[number]

/** What staff may do only with an OTP that the candidate reads out to them: it is sent from the desk, never from the portal. */
export const attendedPurposes = ['edit-at-centre', 'withdraw-at-centre'] as const
export type AttendedPurpose = (typeof attendedPurposes)[number]

/** What an OTP may be for; it proves nothing else. */
export type OtpPurpose = 'registration' | 'login' | 'recovery' | StepUpPurpose | AttendedPurpose

/** Source: decisions §2. Milliseconds. */
export const otpRules = { lifetime: 600_000, tries: 5, resendAfter: 30_000, hour: 3_600_000 } as const

export type OtpSends = {
  now: number
  /** Times of this number's OTPs in the last hour, for this purpose and for all. */
  samePurpose: readonly number[]
  all: readonly number[]
  limits: { perPurposeHourly: number; perNumberHourly: number }
}

/**
 * How many seconds a number must wait for its next OTP; 0 when it may have one now. 30 s between two of one purpose,
 * 5 an hour for each purpose and 15 in all. Source: decisions §2.
 */
export function secondsUntilNextOtp({ now, samePurpose, all, limits }: OtpSends): number {
  const newest = Math.max(0, ...samePurpose)
  const waits = [
    newest ? newest + otpRules.resendAfter - now : 0,
    hourlyWait(now, samePurpose, limits.perPurposeHourly),
  ]
  waits.push(hourlyWait(now, all, limits.perNumberHourly))
  return Math.max(0, Math.ceil(Math.max(...waits) / 1000))
}

/** The time until the oldest of the last `limit` sends falls out of the hour. */
function hourlyWait(now: number, sends: readonly number[], limit: number): number {
  const recent = sends.filter((at) => at > now - otpRules.hour).sort((a, b) => b - a)
  const blocking = recent[limit - 1]
  return blocking === undefined ? 0 : blocking + otpRules.hour - now
}

export type OtpState = { expiresAt: number; attempts: number; usedAt: number | null }

/** May this newest OTP still be tried? */
export function otpStanding(
  otp: OtpState | undefined,
  now: number,
): 'open' | 'none' | 'used' | 'expired' | 'exhausted' {
  if (!otp) return 'none'
  if (otp.usedAt !== null) return 'used'
  if (now >= otp.expiresAt) return 'expired'
  return otp.attempts >= otpRules.tries ? 'exhausted' : 'open'
}
