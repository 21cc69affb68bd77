import { otpRules } from '#server/domain/accounts/otp.ts'
import { formatDateTime } from '#server/i18n/format.ts'
import { translate } from '#server/i18n/texts.ts'
import type { AccountsDeps, Origin } from './deps'
import { isDeviceOf } from './secrets'
import type { CandidateRow } from './store'

/** The most notices of new devices that an account is sent in an hour. */
const mostHourly = 5

/** Tells the owner of a login from a device that has not logged in before. Source: rules §2.6. */
export function createDeviceNotice({ store, limits, clock, tell, ...secrets }: AccountsDeps) {
  /** Call before the session opens, in its transaction. The first login of a new account sends no notice. */
  return ({ id, language }: CandidateRow, origin: Origin): void => {
    if (isDeviceOf(secrets, id, origin.device) || !store.hasLoggedIn(id)) return
    const now = clock.real()
    if (limits.count(`new-device:${id}`, otpRules.hour, now).count > mostHourly) return
    const device =
      origin.deviceLabel === '—' ? translate(language, 'accounts:logins.unknown-device') : origin.deviceLabel
    tell(id, 'new-device', { at: formatDateTime(clock.portal(), language), device })
  }
}

export type DeviceNotice = ReturnType<typeof createDeviceNotice>
