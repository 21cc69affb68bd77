import { type DeskGroup, deskGroupOf, deskGroups } from '#server/domain/admission/reporting.ts'
import type { Seat } from '../seat-acceptance/seats'

export type DeskCounts = Record<DeskGroup, number>

export const countGroups = (seats: readonly Pick<Seat, 'state'>[]): DeskCounts => {
  const counts = Object.fromEntries(deskGroups.map((group) => [group, 0])) as DeskCounts
  for (const { state } of seats) counts[deskGroupOf(state)]++
  return counts
}
