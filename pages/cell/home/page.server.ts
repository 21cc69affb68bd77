import { formatTime } from '../../../server/i18n/format'
import type { DeskPage } from '../../../server/services'

export const texts = ['health'] as const
export const title = ({ t }: DeskPage) => t('staff:menu.home')

/**
 * `recoveryAlarm`: the time until which password recovery asks for more proof. Null if it does not, or if the role is
 * not admin.
 */
export function load({ services, staff }: DeskPage) {
  const until = staff?.role === 'admin' ? services.accounts.recoveryAlarm() : null
  return { recoveryAlarm: until === null ? null : formatTime(until) }
}
