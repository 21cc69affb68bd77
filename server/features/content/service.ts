import type { Database } from '../../../db/client'
import type { Clock } from '../../adapters/clock'
import type { CourseProfile } from '../../courses/course'
import { type AuditDetail, auditActor, type RecordAct } from '../../domain/audit'
import { type CellContact, type CellSetting, type CellSettings, versionAt } from '../../domain/cell-settings'
import type { ApplicationFees } from '../../domain/fees'
import { type LoginLink, loginLinks } from '../../domain/menu'
import type { StaffRole } from '../../domain/staff'
import { ok, type Result, refuse } from '../../kernel/result'
import { ist } from '../../kernel/time'
import type { ContactChange, FeesChange, LoginLinksChange } from './schema'
import type { ContentStore } from './store'

type Writer = { id: number; loginName: string; role: StaffRole }

export type ContentDeps = {
  db: Database
  store: ContentStore
  clock: Clock
  /** The profile that the portal starts with. */
  profile: CourseProfile
  record: RecordAct
  /** Called after every change of what the public pages say. */
  onChanged(): void
}

/** A version of the fees; 0 are those of the course profile, which count from the beginning. */
export type FeesVersion = ApplicationFees & { version: number; effectiveAt: number | null }

/** What the cell sets while the portal runs: contacts, login links, fees. Source: decisions §4, §10, §11. */
export function createContent({ db, store, clock, profile, record, onChanged }: ContentDeps) {
  const initial: CellSettings = {
    contact: { ...profile.contact, officer: profile.grievanceOfficer },
    'login-links': profile.loginLinks,
    fees: profile.applicationFees,
  }
  const current = <K extends CellSetting>(key: K, at: number = clock.portal()): CellSettings[K] =>
    versionAt(store.versions(key), at)?.value ?? initial[key]

  function set<K extends CellSetting>(
    actor: Writer,
    key: K,
    value: CellSettings[K],
    { effectiveAt = clock.portal(), detail = {} }: { effectiveAt?: number; detail?: AuditDetail } = {},
  ): void {
    db.transact(() => {
      const version = store.addSetting(key, value, effectiveAt, clock.portal())
      record(
        auditActor(actor),
        'content.setting-changed',
        { of: `setting:${key}` },
        { version, effectiveAt, ...detail },
      )
    })
    onChanged()
  }

  /** From when new fees count, or what is wrong with the date that was given. */
  function effectiveAtOf({ date }: FeesChange): Result<number> {
    if (!date) return ok(clock.portal())
    const fault = (code: string) => refuse('check-answers', 422, { fields: [{ field: 'date', code }] })
    try {
      const at = ist(`${date} 00:00`)
      return at <= clock.portal() ? fault('feeDate.past') : ok(at)
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
      return fault('no-such-day')
    }
  }

  return {
    /**
     * The course as it stands: its profile, with what the cell has set since in place of what it started with. Read
     * anew at every use.
     */
    course: {
      ...profile,
      get contact() {
        return current('contact')
      },
      get grievanceOfficer() {
        return current('contact').officer
      },
      get loginLinks() {
        return current('login-links')
      },
      get applicationFees() {
        return current('fees')
      },
    } satisfies CourseProfile as CourseProfile,

    contact: (): CellContact => current('contact'),
    loginLinks: () => current('login-links'),
    /**
     * The application fees for somebody who began to pay at an instant of the portal's clock, or has not yet (null). It
     * is asked for only once there has been more than one version.
     */
    feesSince(begunAt: () => number | null): ApplicationFees {
      const hasChanged = store.versions('fees').length > 0
      return current('fees', hasChanged ? (begunAt() ?? undefined) : undefined)
    },
    /** Every version of the fees in the order in which they take effect, and which one counts now. */
    fees(): { versions: FeesVersion[]; current: number } {
      const made = [...store.versions('fees')].sort((a, b) => a.effectiveAt - b.effectiveAt || a.id - b.id)
      return {
        versions: [
          { ...profile.applicationFees, version: 0, effectiveAt: null },
          ...made.map(({ id, value, effectiveAt }) => ({ ...value, version: id, effectiveAt })),
        ],
        current: versionAt(made, clock.portal())?.id ?? 0,
      }
    },
    /** The fees that count now, and since when; null is from the beginning. */
    currentFees(): ApplicationFees & { effectiveAt: number | null } {
      const version = versionAt(store.versions('fees'), clock.portal())
      return version
        ? { ...version.value, effectiveAt: version.effectiveAt }
        : { ...profile.applicationFees, effectiveAt: null }
    },
    /** The next instant at which a setting takes effect by itself. */
    nextChange(): number | null {
      const coming = store
        .versions('fees')
        .flatMap(({ effectiveAt }) => (effectiveAt > clock.portal() ? [effectiveAt] : []))
      return coming.length ? Math.min(...coming) : null
    },

    setContact(actor: Writer, input: ContactChange): void {
      set(actor, 'contact', {
        phone: input.phone,
        email: input.email,
        hours: { en: input.hoursEn, mr: input.hoursMr },
        officer: { name: { en: input.officerEn, mr: input.officerMr }, email: input.officerEmail },
      })
    },
    setLoginLinks(actor: Writer, input: LoginLinksChange): void {
      const links = Object.fromEntries(loginLinks.map((link) => [link, input[link] ?? null]))
      set(actor, 'login-links', links as Record<LoginLink, string | null>)
    },
    /** What new fees would be and from when, or why not: the lower fee is never above the other one. */
    plannedFees(input: FeesChange): Result<ApplicationFees & { effectiveAt: number }> {
      const { open, reserved } = input
      if (reserved > open) {
        return refuse('check-answers', 422, { fields: [{ field: 'reserved', code: 'feeReserved.above-open' }] })
      }
      const at = effectiveAtOf(input)
      return at.ok ? ok({ open, reserved, effectiveAt: at.value }) : at
    },
    /** Payments that have begun keep their sum: whoever pays is asked for the fees of then (`feesSince`). */
    setFees(actor: Writer, input: FeesChange): Result<undefined> {
      const planned = this.plannedFees(input)
      if (!planned.ok) return planned
      const { open, reserved, effectiveAt } = planned.value
      set(actor, 'fees', { open, reserved }, { effectiveAt, detail: { open, reserved } })
      return ok()
    },
  }
}

export type Content = ReturnType<typeof createContent>
