import { formatTime } from '../../../server/i18n/format'
import type { DeskPage } from '../../../server/services'

export const texts = ['health', 'cancellation'] as const
export const title = ({ t }: DeskPage) => t('staff:menu.home')

/**
 * What the cell has to know at once. `recoveryAlarm`: the time until which password recovery asks for more proof, or
 * null; `lateReturns`: cancellations whose institute has not recorded in time what it returned.
 */
export function load({ services, staff }: DeskPage) {
  if (staff?.role !== 'admin') return { recoveryAlarm: null, lateReturns: 0 }
  const until = services.accounts.recoveryAlarm()
  return {
    recoveryAlarm: until === null ? null : formatTime(until),
    lateReturns: services.cancellation.late().reduce((sum, { open }) => sum + open.length, 0),
  }
}
