import type { Bilingual } from '../../kernel/languages'
import type { ApplicationFees } from '../money/fees'
import type { LoginLink } from './menu'

/** The contact details of the cell, and its grievance officer. */
export type CellContact = {
  phone: string
  email: string
  hours: Bilingual
  officer: { name: Bilingual; email: string }
}

/** Settings that the cell changes while the portal runs; the season's defaults are only their first values. */
export type CellSettings = {
  contact: CellContact
  /** The targets of the sidebar's Login Links; null means the built-in desk. */
  'login-links': Readonly<Record<LoginLink, string | null>>
  /** Rupees. */
  fees: ApplicationFees
}
export type CellSetting = keyof CellSettings

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

/** A telephone number: digits in groups, with at most one leading plus. */
export const telephonePattern = '^\\+?[0-9][0-9 -]{4,24}$'

/** The full HTTPS address of another site, without anything that a browser would run. */
export const siteAddressPattern = '^https://[A-Za-z0-9.-]+(?::[0-9]{1,5})?(?:[/?#][^\\s"\'<>\\\\]*)?$'
