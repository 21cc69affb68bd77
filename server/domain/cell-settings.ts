import type { Bilingual } from '../kernel/languages'
import type { ApplicationFees } from './fees'
import type { LoginLink } from './menu'

/** How the cell is reached, and its grievance officer. */
export type CellContact = {
  phone: string
  email: string
  hours: Bilingual
  officer: { name: Bilingual; email: string }
}

/** What the cell sets while the portal runs; the course profile only says with what it starts. */
export type CellSettings = {
  contact: CellContact
  /** Where the sidebar's Login Links lead; null is the built-in desk. */
  'login-links': Readonly<Record<LoginLink, string | null>>
  /** Rupees. */
  fees: ApplicationFees
}
export type CellSetting = keyof CellSettings

/** One setting as it was made: it counts from `effectiveAt` until a newer one does. Epoch milliseconds. */
export type SettingVersion<K extends CellSetting> = {
  /** The version, counted over all settings. */
  id: number
  value: CellSettings[K]
  effectiveAt: number
  madeAt: number
}

/** Of several versions the one that counts at an instant: the newest of those that have taken effect. */
export function versionAt<V extends { id: number; effectiveAt: number }>(versions: readonly V[], at: number): V | null {
  let found: V | null = null
  for (const version of versions) {
    if (version.effectiveAt > at) continue
    if (!found || version.effectiveAt > found.effectiveAt) found = version
    else if (version.effectiveAt === found.effectiveAt && version.id > found.id) found = version
  }
  return found
}

/** A telephone number as people write it: digits in groups, at most one plus before them. */
export const telephonePattern = '^\\+?[0-9][0-9 -]{4,24}$'

/** The whole address of another site, over TLS; nothing that a browser would run. */
export const siteAddressPattern = '^https://[A-Za-z0-9.-]+(?::[0-9]{1,5})?(?:[/?#][^\\s"\'<>\\\\]*)?$'
