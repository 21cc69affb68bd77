import type { Database } from '../../../db/client'
import type { Clock } from '../../adapters/clock'
import type { Course } from '../../courses/course'
import type { ApplicationFees } from '../../domain/money/fees'
import { type AuditDetail, auditActor, type RecordAct } from '../../domain/portal/audit'
import { type CellContact, type CellSetting, type CellSettings, versionAt } from '../../domain/portal/cell-settings'
import { type LoginLink, loginLinks } from '../../domain/portal/menu'
import type { StaffRole } from '../../domain/portal/staff'
import { inRupees, rupees } from '../../kernel/money'
import { ok, type Result, refuse } from '../../kernel/result'
import { ist } from '../../kernel/time'
import type { ContactChange, FeesChange, LoginLinksChange } from './schema'
import type { ContentStore } from './store'

type Writer = { id: number; loginName: string; role: StaffRole }

export type ContentDeps = {
  db: Database
  store: ContentStore
  clock: Clock
  /** The course with its initial season settings. */
  defaults: Course
  record: RecordAct
  /** Called after every change to the public pages. */
  onChanged(): void
}

/** A version of the fees; version 0 is the season's defaults, which apply from the beginning. */
type FeesVersion = ApplicationFees & { version: number; effectiveAt: number | null }

/** Settings that the cell changes at run time: contacts, login links, fees. Source: rules §4.1, §10.1, §11.1. */
export function createContent({ db, store, clock, defaults, record, onChanged }: ContentDeps) {
  const initial: CellSettings = {
    contact: { ...defaults.contact, officer: defaults.grievanceOfficer },
    'login-links': defaults.loginLinks,
    fees: defaults.applicationFees,
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

  /** The date on which new fees take effect, or the fault in the date given. */
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
    /** The current course: the cell's settings override the initial ones. Read afresh at every use. */
    course: {
      ...defaults,
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
    } satisfies Course as Course,

    contact: (): CellContact => current('contact'),
    loginLinks: () => current('login-links'),
    /**
     * The application fees for somebody who began to pay at an instant of the portal's clock, or has not begun (null).
     * `begunAt` is called only if the fees have ever changed.
     */
    feesSince(begunAt: () => number | null): ApplicationFees {
      const hasChanged = store.versions('fees').length > 0
      return current('fees', hasChanged ? (begunAt() ?? undefined) : undefined)
    },
    /** Every version of the fees in the order in which they take effect, and the current one. */
    fees(): { versions: FeesVersion[]; current: number } {
      const made = [...store.versions('fees')].sort((a, b) => a.effectiveAt - b.effectiveAt || a.id - b.id)
      return {
        versions: [
          { ...defaults.applicationFees, version: 0, effectiveAt: null },
          ...made.map(({ id, value, effectiveAt }) => ({ ...value, version: id, effectiveAt })),
        ],
        current: versionAt(made, clock.portal())?.id ?? 0,
      }
    },
    /** The current fees, and since when they apply; null means from the beginning. */
    currentFees(): ApplicationFees & { effectiveAt: number | null } {
      const version = versionAt(store.versions('fees'), clock.portal())
      return version
        ? { ...version.value, effectiveAt: version.effectiveAt }
        : { ...defaults.applicationFees, effectiveAt: null }
    },
    /** The next instant at which a scheduled setting takes effect. */
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
    /** The new fees (typed in rupees) and their date, or a refusal: the lower fee is never above the other one. */
    plannedFees(input: FeesChange): Result<ApplicationFees & { effectiveAt: number }> {
      const [open, reserved] = [rupees(input.open), rupees(input.reserved)]
      if (reserved > open) {
        return refuse('check-answers', 422, { fields: [{ field: 'reserved', code: 'feeReserved.above-open' }] })
      }
      const at = effectiveAtOf(input)
      return at.ok ? ok({ open, reserved, effectiveAt: at.value }) : at
    },
    /** Payments already begun keep their amount: each payer is charged the fees of that time (`feesSince`). */
    setFees(actor: Writer, input: FeesChange): Result<undefined> {
      const planned = this.plannedFees(input)
      if (!planned.ok) return planned
      const { open, reserved, effectiveAt } = planned.value
      set(
        actor,
        'fees',
        { open, reserved },
        { effectiveAt, detail: { open: inRupees(open), reserved: inRupees(reserved) } },
      )
      return ok()
    },
  }
}
