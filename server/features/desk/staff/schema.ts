import Type, { type Static } from 'typebox'
import { emailPattern, postPattern } from '#server/domain/terms/person.ts'
import { regions } from '#server/domain/terms/regions.ts'
import { loginNamePattern, staffPasswordPattern, staffRoles } from '#server/domain/terms/staff.ts'
import { contract, field, placeCode } from '#server/http/shape.ts'
import { totpPattern } from './totp'

const loginName = field({ fault: 'loginName', maxLength: 64, pattern: loginNamePattern, tidy: 'email' })
const totp = field({ fault: 'totp', maxLength: 12, pattern: totpPattern, tidy: 'digits' })
const newPassword = field({ fault: 'staffPassword', maxLength: 200, pattern: staffPasswordPattern, tidy: 'none' })
const repeated = field({ fault: 'confirmPassword', maxLength: 200, tidy: 'none', sameAs: 'password' })

/** An officer without a second factor leaves the code out. A malformed login name counts as an unknown one. */
export const StaffLogin = contract({
  loginName: field({ fault: 'loginName', maxLength: 64, tidy: 'email' }),
  password: field({ fault: 'staffLoginPassword', maxLength: 200, tidy: 'none' }),
  totp: Type.Optional(totp),
})
export type StaffLogin = Static<typeof StaffLogin>

export const StaffPasswordChange = contract({
  currentPassword: field({ fault: 'staffCurrentPassword', maxLength: 200, tidy: 'none' }),
  password: newPassword,
  confirmPassword: repeated,
})
export type StaffPasswordChange = Static<typeof StaffPasswordChange>

export const TotpProof = contract({ totp })

export const NewStaff = contract({
  loginName,
  fullName: field({ fault: 'staffName', minLength: 2, maxLength: 100, pattern: postPattern, tidy: 'post' }),
  role: Type.Enum(staffRoles, { fault: 'staffRole' }),
  centre: Type.Optional(placeCode('staffCentre')),
  region: Type.Optional(Type.Enum(regions, { fault: 'staffRegion' })),
  institute: Type.Optional(placeCode('staffInstitute')),
  /** The office's address, to which the invitation goes. */
  email: Type.Optional(field({ fault: 'staffEmail', maxLength: 254, pattern: emailPattern, tidy: 'email' })),
})
export type NewStaff = Static<typeof NewStaff>

/** What an admin changes on another person's account. */
export const StaffEdit = contract({
  fullName: NewStaff.properties.fullName,
  role: NewStaff.properties.role,
  centre: NewStaff.properties.centre,
  region: NewStaff.properties.region,
  institute: NewStaff.properties.institute,
  email: NewStaff.properties.email,
})
export type StaffEdit = Static<typeof StaffEdit>

/** The acts of an admin on another person's account. */
const staffActs = ['reset-password', 'reset-second-factor', 'disable', 'enable'] as const

export const StaffAct = contract({
  intent: Type.Enum(staffActs, { fault: 'staffAct' }),
  staffId: field({ fault: 'staffId', maxLength: 12, pattern: '^[1-9][0-9]*$' }),
})

/** Another admin's answer to a change of an admin's account. */
export const ChangeDecision = contract({
  decision: Type.Enum(['release', 'refuse'] as const, { fault: 'staffAct' }),
  change: field({ fault: 'staffChange', maxLength: 12, pattern: '^[1-9][0-9]*$' }),
})

/** An admin's act on an invitation: to one account, to every account that has an address and no password, or its end. */
export const InvitationAct = contract({
  invite: Type.Enum(['one', 'all', 'withdraw'] as const, { fault: 'staffAct' }),
  staffId: Type.Optional(field({ fault: 'staffId', maxLength: 12, pattern: '^[1-9][0-9]*$' })),
})

/** The owner of an invited account chooses a password. */
export const InvitationAnswer = contract({ password: newPassword, confirmPassword: repeated })
