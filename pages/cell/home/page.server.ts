import { formatTime } from '../../../server/i18n/format'
import type { DeskPage } from '../../../server/services'

export const texts = ['health'] as const
export const title = ({ t }: DeskPage) => t('staff:menu.home')

/** `recoveryAlarm`: until when recovery asks for more proof; null where it does not, and for other roles than admins. */
export function load({ services, staff }: DeskPage) {
  const until = staff?.role === 'admin' ? services.accounts.recoveryAlarm() : null
  return { recoveryAlarm: until === null ? null : formatTime(until) }
}
