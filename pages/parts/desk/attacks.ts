import type { DeskPage } from '#server/features/index.ts'
import { formatDateTime } from '#server/i18n/format.ts'

/** What strangers are trying at the portal just now, and until when the portal guards against it. */
export function attacksOf({ services, language }: DeskPage) {
  const { accounts, lookUp, staff } = services
  const until = {
    recovery: accounts.recoveryAlarm(),
    login: accounts.loginAlarm(),
    'look-up': lookUp.lookUpAlarm(),
    'staff-login': staff.loginAlarm(),
  }
  return (['recovery', 'login', 'look-up', 'staff-login'] as const).flatMap((on) => {
    const at = until[on]
    return at === null ? [] : [{ on, time: formatDateTime(at, language) }]
  })
}
