import { neededScope, type StaffMember } from '#server/domain/terms/staff.ts'
import type { Instant } from '#server/kernel/time.ts'
import type { StaffDeps } from './deps'
import type { NewStaff } from './schema'
import type { AccountChange, StaffRow, StaffStore } from './store'

/** Somebody's facts on an account: who they are, what they do and where. */
type Person = NewStaff & { isActive: boolean }

type Deps = Pick<StaffDeps, 'centre' | 'isInstitute' | 'onLeft'> & { store: StaffStore; now(): Instant }

export type AccountWriter = ReturnType<typeof accountWriter>

/**
 * Writes accounts for the desk and for files, without a log of its own: the caller writes the audit log. Joins the
 * caller's transaction. Source: rules §13.4.
 */
export function accountWriter({ store, centre, isInstitute, onLeft, now }: Deps) {
  /** Keeps only the place that the role uses; an officer may be bound to a region. */
  const scopeOf = ({ role, centre, region, institute }: NewStaff) => {
    const needed = neededScope[role]
    return {
      centre: needed === 'centre' ? (centre ?? null) : null,
      region: needed === 'region' || role === 'so' ? (region ?? null) : null,
      institute: needed === 'institute' ? (institute ?? null) : null,
    }
  }

  /** Writes down that an officer alone has changed an account. Source: rules §13.4. */
  function note(by: { id: number }, kind: AccountChange, staffId: number, { loginName, fullName }: NewStaff): void {
    const made = { preparedAt: now(), preparedBy: by.id, decidedAt: now(), decidedBy: by.id }
    store.addChange({ kind, staffId, loginName, fullName, state: 'published', ...made })
  }

  return {
    scopeOf,

    /** The faulty field, or null: a role needs its place, and a place must exist. */
    faultyScope({ role, centre: code, region, institute }: NewStaff): { field: string; code: string } | null {
      const needed = neededScope[role]
      if (needed === 'centre') {
        if (!code) return { field: 'centre', code: 'staffCentre.required' }
        if (!centre(code)) return { field: 'centre', code: 'staffCentre.unknown' }
      }
      if (needed === 'region' && !region) return { field: 'region', code: 'staffRegion.required' }
      if (needed === 'institute') {
        if (!institute) return { field: 'institute', code: 'staffInstitute.required' }
        if (!isInstitute(institute)) return { field: 'institute', code: 'staffInstitute.unknown' }
      }
      return null
    },

    /**
     * Gives an account other facts. A change of role or place ends its sessions and returns what its owner has in hand,
     * and so does the end of the account.
     */
    change(by: StaffMember, before: StaffRow, person: Person): void {
      const { fullName, role, isActive, email = null } = person
      const scope = scopeOf(person)
      const isMoved =
        before.role !== role ||
        (['centre', 'region', 'institute'] as const).some((place) => before[place] !== scope[place])
      const wasActive = before.disabledAt === null
      const disabledAt = isActive ? null : (before.disabledAt ?? now())
      store.update(before.id, { fullName, role, ...scope, email, disabledAt })
      if (!isMoved && wasActive === isActive) return
      store.endSessions(before.id, now())
      if (wasActive) onLeft(before.id, by)
      if (isMoved) note(by, 'edit', before.id, person)
      if (!wasActive && isActive) note(by, 'enable', before.id, person)
    },

    /**
     * Writes the accounts of a file, under the same rule as a single one. A new account has no password; somebody gives
     * it one later. Returns false, and writes nothing, if an account is no longer as it was read.
     */
    applyFile(by: StaffMember, file: number): boolean {
      if (!store.filed.isAsRead(file)) return false
      const leaving = store.filed.leaving(file)
      store.filed.write(file, now(), by.id)
      for (const id of leaving) onLeft(id, by)
      return true
    },
  }
}
