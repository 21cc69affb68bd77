import type { ScheduleRow } from '#server/domain/season/schedule-draft.ts'
import type { TestPortal } from './portal'

/** Gives an activity other times, as a released change of the schedule does. */
export function moveActivity(
  { services: { notices } }: Pick<TestPortal, 'services'>,
  key: string,
  to: Partial<Pick<ScheduleRow, 'opensAt' | 'closesAt'>>,
): void {
  const activity = notices.activity(key)
  if (!activity) throw new Error(`no dates for ${key}`)
  const before: ScheduleRow = { ...activity, isEvent: activity.closesAt === null, isLeftOut: false }
  notices.change([{ before, after: { ...before, ...to } }], { en: 'More time is needed.', mr: 'अधिक वेळ हवा आहे.' })
}
