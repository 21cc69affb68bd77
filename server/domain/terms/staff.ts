import { ok, type Result, refuse } from '#server/kernel/result.ts'
import { districtsOf, type Region } from './regions'

/**
 * The roles of the desk: a facilitation centre and its sub-centre, a scrutiny officer, an institute, a regional office
 * (or the ARA), the cell.
 */
export const staffRoles = ['fc', 'sub-fc', 'so', 'institute', 'ro', 'admin'] as const
export type StaffRole = (typeof staffRoles)[number]

/** The permissions of desk pages and acts. `desk`: every staff member has it. */
export const deskPermissions = [
  'desk',
  'overview',
  'export',
  'scrutinise',
  'confirm-at-centre',
  'slots',
  'grievances',
  'institute',
  'help-desk',
  'content',
  'settings',
  'money',
  'reports',
  'approve',
  'publish',
  'staff',
  'audit',
  'privacy',
] as const
export type DeskPermission = (typeof deskPermissions)[number]

/** Judging applications and publishing are separate: the cell sets up and releases, the officers decide. */
const permissionsByRole: Readonly<Record<StaffRole, readonly DeskPermission[]>> = {
  fc: ['desk', 'overview', 'confirm-at-centre', 'slots', 'help-desk'],
  'sub-fc': ['desk', 'overview', 'confirm-at-centre'],
  so: ['desk', 'overview', 'scrutinise', 'grievances'],
  institute: ['desk', 'overview', 'institute'],
  ro: ['desk', 'overview', 'export', 'grievances', 'help-desk', 'reports', 'approve'],
  admin: [
    'desk',
    'overview',
    'export',
    'slots',
    'help-desk',
    'content',
    'settings',
    'money',
    'reports',
    'publish',
    'staff',
    'audit',
    'privacy',
  ],
}

export const mayDo = (role: StaffRole, permission: DeskPermission): boolean =>
  permissionsByRole[role].includes(permission)

/** A staff member's place of work. A null code gives no access, except to roles that work for the whole state. */
export type StaffScope = {
  role: StaffRole
  centre: string | null
  region: Region | null
  institute: string | null
}

/** A member of staff who acts, as the audit log and the second person of a release name them. */
export type StaffMember = { id: number; loginName: string; role: StaffRole }

/** A member of staff with their place of work, which says how far they reach. */
export type Officer = StaffMember & StaffScope

/** The place of an application, a grievance or a report. Null: no such place. */
export type Place = { centre: string | null; region: Region | null; institute: string | null }

const isSamePlace = (mine: string | null, its: string | null) => mine !== null && mine === its

/**
 * May this person see or change things of that place? Centres and institutes reach their own, a regional office its
 * region; a scrutiny officer works for the state, or for one region if the cell says so; the cell reaches all.
 */
export function mayTouch(actor: StaffScope, place: Place): boolean {
  switch (actor.role) {
    case 'fc':
    case 'sub-fc':
      return isSamePlace(actor.centre, place.centre)
    case 'institute':
      return isSamePlace(actor.institute, place.institute)
    case 'ro':
      return isSamePlace(actor.region, place.region)
    case 'so':
      return actor.region === null || isSamePlace(actor.region, place.region)
    case 'admin':
      return true
  }
}

/**
 * The districts whose candidates this person reaches, for a query that narrows by district; null for all of them. It
 * agrees with `mayTouch`: a centre and an institute reach people by their own code, so by district they reach nobody.
 */
export function districtsWithin({ role, region }: Pick<StaffScope, 'role' | 'region'>): readonly string[] | null {
  if (role === 'admin' || (role === 'so' && region === null)) return null
  return (role === 'so' || role === 'ro') && region !== null ? districtsOf(region) : []
}

/** May this person see the figures of a region? Null: outside all regions. */
export const maySeeFigures = (actor: StaffScope, region: Region | null): boolean =>
  mayDo(actor.role, 'reports') && mayTouch(actor, { centre: null, institute: null, region })

/** The institute for which this person works; refuses everybody else. */
export const ownInstitute = (actor: StaffScope): Result<string> =>
  actor.institute !== null && mayDo(actor.role, 'institute')
    ? ok(actor.institute)
    : refuse('reporting-no-institute', 403)

/** The code that a role needs for any access; an account cannot be made without it. */
export const neededScope: Readonly<Record<StaffRole, 'centre' | 'region' | 'institute' | null>> = {
  fc: 'centre',
  'sub-fc': 'centre',
  so: null,
  institute: 'institute',
  ro: 'region',
  admin: null,
}

/** Only another admin may create, reset or enable an admin's account. Source: rules §13.4. */
export const needsAnotherAdmin = (role: StaffRole): boolean => role === 'admin'

/** The command line makes admins up to this number; every further one needs two admins. Source: rules §13.4. */
export const firstAdmins = 2

/** A duty that blocks everything else until it is done; null if none. */
export type Duty = 'password' | 'second-factor'

/** `isTotpRequired`: in live mode a password alone is not enough. Source: rules §1.6. */
export function dutyOf(
  account: { mustChangePassword: boolean; hasTotp: boolean },
  isTotpRequired: boolean,
): Duty | null {
  if (account.mustChangePassword) return 'password'
  return isTotpRequired && !account.hasTotp ? 'second-factor' : null
}

/** A staff member's access to a page: open, blocked by a duty (which leads to their account), or by their role. */
type DeskAccess = 'open' | 'duty' | 'restricted'

export function deskAccess(
  { role, duty }: { role: StaffRole; duty: Duty | null },
  permission: DeskPermission,
  isAccount: boolean,
): DeskAccess {
  if (duty && !isAccount) return 'duty'
  return mayDo(role, permission) ? 'open' : 'restricted'
}

/** A staff account's login name, in lower case. */
export const loginNamePattern = '^[a-z][a-z0-9.-]{1,31}$'

/** 10 to 100 characters with an upper-case letter, a lower-case letter and a digit: staff reach everybody's data. */
export const staffPasswordPattern = '^(?=.*[a-z])(?=.*[A-Z])(?=.*[0-9])[\\s\\S]{10,100}$'

/** Codes of centres and institutes, as the directory and the seat matrix spell them. */
export const placeCodePattern = '^[A-Z0-9][A-Z0-9-]{1,15}$'

/** Milliseconds. A session ends when it has been idle, and at the latest after a working day. */
export const staffSessionRules = { idle: 30 * 60_000, longest: 12 * 3_600_000 } as const
