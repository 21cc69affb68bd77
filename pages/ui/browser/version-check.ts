import { versionAddress } from '../addresses'
import type { Stored } from './stored'

const versionKey = 'appVersion'
const refreshedKey = 'appTime'
const pollInterval = 300_000
const refreshAge = 3_600_000
/** The caches of the service worker: they hold no script, and it keeps them up to date. Source: rules §11.6. */
const isKept = /^(offline|own) \//

export type VersionCheckWorld = {
  base: string
  storage: Stored
  fetch: typeof fetch
  /** The device's clock, epoch milliseconds. */
  now(): number
  /** The browser's caches, if it has any. */
  caches: Pick<CacheStorage, 'keys' | 'delete'> | undefined
  reload(): void
  /** True if a reload now would lose work. */
  isBusy(): boolean
  /** True while nobody can see the page. */
  isHidden(): boolean
  /** The browser is leaving the page: a failed request is not an error, and a reload has no sense. */
  isLeaving(): boolean
  /** A reload now would lead away from the page. */
  isOffline(): boolean
}

/**
 * Keeps the client up to date: clears the caches and reloads after a new version on the server or an hour without a
 * refresh. The hourly refresh waits until the page is hidden, because a page that has just arrived is fresh; one that
 * stays in view for an hour is reloaded there. Both wait while work is in progress. Never reloads if storage does not
 * keep its values, to avoid an endless loop. Source: rules §17.5.
 */
export function createVersionCheck(world: VersionCheckWorld) {
  const { storage, now } = world
  const arrivedAt = now()

  async function clearCaches(): Promise<void> {
    try {
      const names = (await world.caches?.keys()) ?? []
      await Promise.all(names.filter((name) => !isKept.test(name)).map((name) => world.caches!.delete(name)))
    } catch (reason) {
      console.error('Failed to clear caches:', reason)
    }
  }

  async function fetchVersion(): Promise<string | null> {
    try {
      const response = await world.fetch(versionAddress(world.base, now()))
      if (!response.ok) throw new Error(`status ${response.status}`)
      const { version } = await response.json()
      return typeof version === 'string' && version !== '' ? version : null
    } catch (reason) {
      if (!world.isLeaving()) console.error('Failed to fetch version:', reason)
      return null
    }
  }

  /** True if the last forced refresh is more than an hour ago or unknown; in view, the page must be as old. */
  function isRefreshDue(): boolean {
    const last = Number(storage.get(refreshedKey) ?? Number.NaN)
    return !(now() - last <= refreshAge) && (world.isHidden() || now() - arrivedAt > refreshAge)
  }

  /** Reloads if a refresh is due; returns true if it reloads. */
  async function refreshIfDue(): Promise<boolean> {
    if (!isRefreshDue() || world.isBusy() || world.isLeaving() || world.isOffline()) return false
    await clearCaches()
    if (!storage.set(refreshedKey, String(now()))) return false
    world.reload()
    return true
  }

  /** Reloads if the server's version differs from the last one seen; returns true if it reloads. */
  async function checkVersion(): Promise<boolean> {
    const version = await fetchVersion()
    if (version === null) return false
    const known = storage.get(versionKey)
    const isNew = known !== null && known !== version
    if (isNew && world.isBusy()) return false
    if (isNew) await clearCaches()
    const isStored = storage.set(versionKey, version)
    if (!isNew || !isStored) return false
    world.reload()
    return true
  }

  return {
    refreshIfDue,
    checkVersion,
    /** Checks now and then every five minutes. */
    start() {
      void checkVersion()
      setInterval(async () => (await checkVersion()) || (await refreshIfDue()), pollInterval)
    },
  }
}
