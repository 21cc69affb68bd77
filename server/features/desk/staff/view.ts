import { deskMenuDoors } from '#server/domain/desk/desk-menu.ts'
import { regionNames } from '#server/domain/terms/regions.ts'
import type { StaffActor } from './deps'

/** A signed-in member of the staff as the shell shows them. `scope`: the code or name of their place, if they have one. */
export const staffView = ({ loginName, fullName, role, centre, region, institute, duty, csrf }: StaffActor) => ({
  loginName,
  fullName,
  role,
  scope: centre ?? institute ?? (region && regionNames[region]),
  duty,
  menu: deskMenuDoors({ role, duty }),
  csrf,
})
