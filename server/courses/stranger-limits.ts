import { minutes, seconds } from '#server/kernel/time.ts'

/** Limits on OTPs by number, purpose and sender. Source: rules §2.4. */
export type OtpLimits = {
  /** Per number and purpose. */
  perPurposeHourly: number
  /** Per number, all purposes together. */
  perNumberHourly: number
  /** Per network address; beyond it every request is delayed, but known candidates are never refused. */
  perIpHourly: number
  /** Registrations from one network address, which may be a carrier's with thousands of people behind it. */
  registrationsPerNetworkHourly: number
  /** The circuit breaker: registration OTPs of the whole portal in ten minutes. */
  registrationPerTenMinutes: number
  /** Wrong registration OTPs from one network. */
  wrongTriesPerNetworkHourly: number
}

/** Logins of candidates from devices that are not known. Source: rules §2.5. */
export type LoginLimits = {
  /** Names that one network may get wrong in an hour; beyond it, its strangers must also prove the mobile. */
  wrongNamesPerNetworkHourly: number
}

/** Recovery of a forgotten password: the requests and failures allowed to strangers. Source: rules §2.12. */
export type RecoveryLimits = {
  sendsPerNetworkHourly: number
  wrongTriesPerNetworkHourly: number
  /**
   * The circuit breaker of the whole portal: beyond either of these, recovery asks for more proof for `breakerFor`
   * milliseconds.
   */
  sendsPerTenMinutes: number
  wrongTriesPerTenMinutes: number
  breakerFor: number
  /**
   * OTPs that strangers can have sent to one number in an hour; the rest is reserved for the candidate's known devices.
   */
  strangersPerNumberHourly: number
}

/** The public look-up of one candidate's result by date of birth. Source: rules §7.4. */
export type LookUpLimits = {
  /** Wrong dates for one Application ID from one network that are answered without delay. */
  freeTries: number
  /**
   * An ID with this many wrong dates in a day, from any network, is under attack: its tries then count by wide network.
   */
  hotAfter: number
  /** Wrong dates for such an ID from one wide network that are answered without delay. */
  freeTriesWhileHot: number
  /** Milliseconds until the next try for the ID from that network afterwards: doubled after each, up to `slowest`. */
  pace: number
  slowest: number
  /** Application IDs that one network may get wrong in an hour; then its strangers wait. */
  wrongIdsPerNetworkHourly: number
  /** Wrong tries of one network in a quarter of an hour after which its look-ups run one after another. */
  failuresPerNetwork: number
}

/** The initial limits of a course. */
export const otpLimits: OtpLimits = {
  perPurposeHourly: 5,
  perNumberHourly: 15,
  perIpHourly: 300,
  registrationsPerNetworkHourly: 1500,
  registrationPerTenMinutes: 3000,
  wrongTriesPerNetworkHourly: 500,
}

export const loginLimits: LoginLimits = { wrongNamesPerNetworkHourly: 200 }

export const recoveryLimits: RecoveryLimits = {
  sendsPerNetworkHourly: 100,
  wrongTriesPerNetworkHourly: 100,
  sendsPerTenMinutes: 500,
  wrongTriesPerTenMinutes: 300,
  breakerFor: minutes(60),
  strangersPerNumberHourly: 4,
}

export const lookUpLimits: LookUpLimits = {
  freeTries: 5,
  hotAfter: 20,
  freeTriesWhileHot: 2,
  pace: seconds(30),
  slowest: minutes(30),
  wrongIdsPerNetworkHourly: 200,
  failuresPerNetwork: 300,
}
