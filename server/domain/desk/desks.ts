import type { StaffRole } from '#server/domain/terms/staff.ts'

/** The logins of the staff's desks. */
export const deskLinks = ['fc', 'institute', 'ro', 'so', 'admin'] as const
export type DeskLink = (typeof deskLinks)[number]

/** The roles that enter by each login of the desk. It treats the ARA as a regional office. */
export const desks: Readonly<Record<DeskLink, readonly StaffRole[]>> = {
  fc: ['fc', 'sub-fc'],
  institute: ['institute'],
  ro: ['ro'],
  so: ['so'],
  admin: ['admin'],
}

/** The login of a role, where its sessions begin and end. */
export const deskOf = (role: StaffRole): DeskLink => (role === 'sub-fc' ? 'fc' : role)
