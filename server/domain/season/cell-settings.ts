import type { FormLimits } from '#server/domain/application/form/form-rules.ts'
import type { ApplicationFees } from '#server/domain/money/fees.ts'
import type { PersonalDataRules } from '#server/domain/privacy/retention.ts'
import type { AwaitedKind, MissedOutcome } from '#server/domain/scrutiny/certificates.ts'
import type { LoginLink } from '#server/domain/site/menu.ts'
import type { RoundPlan } from '#server/domain/terms/cap-rounds.ts'
import type { MeritCriterion } from '#server/domain/terms/criteria.ts'
import type { PaymentTime } from '#server/domain/terms/payment-states.ts'
import type { Bilingual } from '#server/kernel/languages.ts'
import type { Paise } from '#server/kernel/money.ts'
import type { CivilDate } from '#server/kernel/time.ts'
import type { PictureMarks } from './cell-pictures'

/** The contact details of the cell, and its grievance officer. */
export type CellContact = {
  phone: string
  email: string
  hours: Bilingual
  officer: { name: Bilingual; email: string }
}

/** What every page and paper bears. `footerDate`: `31-03-2025`. */
type CellHead = { name: Bilingual; address: Bilingual; footerDate: string }

/** The year of admission, which also names the portal's Application IDs. */
type SeasonYear = { academicYear: string; applicationIdPrefix: string }

/** The limits that decide who may apply and which claims count. */
type SeasonLimits = Omit<FormLimits, 'borderDistricts' | 'nonCreamyLayerValidOn'> & {
  nonCreamyLayerValidOn: CivilDate
}

/**
 * The rounds, the share of a round's time for options after which the mock allotment runs (null: never), and if everybody in
 * play is asked before each round (`rollCall`; absent in versions made before it, which means no).
 */
type SeasonRounds = { plan: RoundPlan; mockAllotmentAfter: number | null; rollCall?: boolean }

/** Everything that differs between seasons. The season's defaults are only the first values. Source: rules §13.2. */
export type CellSettings = {
  year: SeasonYear
  head: CellHead
  pictures: PictureMarks
  contact: CellContact
  /** The targets of the sidebar's Login Links; null means the built-in desk. */
  'login-links': Readonly<Record<LoginLink, string | null>>
  fees: ApplicationFees
  /** Paid once in the season, at the first acceptance of a seat. */
  'acceptance-fee': { amount: Paise }
  'payment-time': PaymentTime
  limits: SeasonLimits
  /** The districts of the Maharashtra–Karnataka border area, by their codes: candidates of type E passed there. */
  'border-area': { districts: readonly string[] }
  /** In order; the first one is the ranking percentage. */
  merit: readonly MeritCriterion[]
  rounds: SeasonRounds
  /** What becomes of an admission when an awaited certificate is missed after the rounds. */
  certificates: Readonly<Record<AwaitedKind, MissedOutcome>>
  /** Hours that a candidate has after a late decision on a grievance, or after a reset by the institute. */
  'own-time': { hours: number }
  /** The share of confirmed forms that another officer reads again. */
  'second-reading': { percent: number }
  'personal-data': PersonalDataRules
  /** The keys of those who sign the heads of the public log besides the portal, in one line each. Source: rules §19.9. */
  witnesses: { keys: readonly string[] }
}
export type CellSetting = keyof CellSettings

/** The groups of the settings at the desk, in order. */
export const settingGroups = {
  cell: ['year', 'head', 'pictures', 'contact', 'login-links'],
  money: ['fees', 'acceptance-fee', 'payment-time'],
  rules: ['limits', 'border-area', 'merit', 'certificates', 'second-reading'],
  rounds: ['rounds', 'own-time'],
  data: ['personal-data', 'witnesses'],
} as const satisfies Readonly<Record<string, readonly CellSetting[]>>
export type SettingGroup = keyof typeof settingGroups

/** Every setting, in the order of the desk. */
export const cellSettings: readonly CellSetting[] = Object.values(settingGroups).flat()

export const isCellSetting = (text: string): text is CellSetting => (cellSettings as readonly string[]).includes(text)

/** One version of a setting: in force from `effectiveAt` until a newer one takes effect. Epoch milliseconds. */
export type SettingVersion<K extends CellSetting> = {
  /** The version number, counted over all settings. */
  id: number
  value: CellSettings[K]
  effectiveAt: number
  madeAt: number
}

/** The version in force at an instant: the newest one that has taken effect. */
export function versionAt<V extends { id: number; effectiveAt: number }>(versions: readonly V[], at: number): V | null {
  let found: V | null = null
  for (const version of versions) {
    if (version.effectiveAt > at) continue
    if (!found || version.effectiveAt > found.effectiveAt) found = version
    else if (version.effectiveAt === found.effectiveAt && version.id > found.id) found = version
  }
  return found
}

/** The full HTTPS address of another site, without anything that a browser would run. */
export const siteAddressPattern = '^https://[A-Za-z0-9.-]+(?::[0-9]{1,5})?(?:[/?#][^\\s"\'<>\\\\]*)?$'
