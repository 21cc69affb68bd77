import { roundActivity } from '../seats/cap-rounds'
import { type Permission, roundOfPermission } from './permissions'

const activities: Readonly<Partial<Record<Permission, string>>> = {
  scrutiny: 'scrutiny',
  grivancy: 'grievances',
  pMerit: 'provisional-merit',
  fMerit: 'final-merit',
  gradMarks: 'certificates',
  cancelAdmission: 'cancellation',
}

/** The activity of the schedule in whose window a permission opens its pages; null if no window does. */
export function activityOf(permission: Permission): string | null {
  const round = roundOfPermission(permission)
  return round === null ? (activities[permission] ?? null) : roundActivity(round, 'options')
}
