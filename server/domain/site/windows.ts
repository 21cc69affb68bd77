import { type RoundPlan, roundActivity, roundNumbers } from '#server/domain/terms/cap-rounds.ts'
import { type Permission, roundOfPermission } from '#server/domain/terms/permissions.ts'

const activities: Readonly<Partial<Record<Permission, string>>> = {
  scrutiny: 'scrutiny',
  grivancy: 'grievances',
  pMerit: 'provisional-merit',
  fMerit: 'final-merit',
  gradMarks: 'certificates',
  cancelAdmission: 'cancellation',
}

/**
 * The activities of the schedule, in order, in whose windows a permission opens its pages; empty if no window does. A seat
 * comes with the allotment of any round.
 */
export function activitiesOf(permission: Permission, plan: RoundPlan): readonly string[] {
  if (permission === 'seat') return roundNumbers(plan).map((round) => roundActivity(round, 'allotment'))
  const round = roundOfPermission(permission)
  if (round !== null) return [roundActivity(round, 'options')]
  const activity = activities[permission]
  return activity === undefined ? [] : [activity]
}
