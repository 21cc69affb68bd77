import type { LoginLink } from './menu'
import type { StaffRole } from './staff'

/** The roles that enter by each of the sidebar's Login Links. The desk treats the ARA as a regional office. */
export const desks: Readonly<Record<LoginLink, readonly StaffRole[]>> = {
  'ara-home': ['ro'],
  'ara-courses': ['ro'],
  fc: ['fc', 'sub-fc'],
  institute: ['institute'],
  ro: ['ro'],
  so: ['so'],
  admin: ['admin'],
}

/** The login of a role, where its sessions begin and end. */
export const deskOf = (role: StaffRole): LoginLink => (role === 'sub-fc' ? 'fc' : role)
