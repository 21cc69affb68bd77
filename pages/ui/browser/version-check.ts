import { versionAddress } from '../addresses'
import type { Stored } from './stored'

const versionKey = 'appVersion'
const refreshedKey = 'appTime'
const pollInterval = 300_000
const refreshAge = 3_600_000

export type VersionCheckWorld = {
  base: string
  storage: Stored
  fetch: typeof fetch
  /** The device's clock, epoch milliseconds. */
  now(): number
  /** The browser's caches, where it has them. */
  caches: Pick<CacheStorage, 'keys' | 'delete'> | undefined
  reload(): void
  /** A reload now would lose something. */
  isBusy(): boolean
  /** The page is being left: what fails now is no failure. */
  isLeaving(): boolean
}

/**
 * The client keeps itself up to date: a new version on the server, or an hour since the last refresh, clears the
 * browser's caches and reloads. Both wait while something is in progress and come with a later check. Where storage
 * does not keep what is written there is no reload, so there is no endless one. Source: rules §17.5.
 */
export function createVersionCheck(world: VersionCheckWorld) {
  const { storage, now } = world

  async function clearCaches(): Promise<void> {
    try {
      const names = (await world.caches?.keys()) ?? []
      await Promise.all(names.map((name) => world.caches!.delete(name)))
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

  /** Whether an hour has passed since the last forced refresh, or there was none. */
  function isRefreshDue(): boolean {
    const last = Number(storage.get(refreshedKey) ?? Number.NaN)
    return !(now() - last <= refreshAge)
  }

  /** Reloads if the hour is over, and says whether it does. */
  async function refreshIfDue(): Promise<boolean> {
    if (!isRefreshDue() || world.isBusy()) return false
    await clearCaches()
    if (!storage.set(refreshedKey, String(now()))) return false
    world.reload()
    return true
  }

  /** Reloads if the server has another version than the one last seen here, and says whether it does. */
  async function checkVersion(): Promise<boolean> {
    const version = await fetchVersion()
    if (version === null) return false
    const known = storage.get(versionKey)
    const isNew = known !== null && known !== version
    if (isNew && world.isBusy()) return false
    if (isNew) await clearCaches()
    const isKept = storage.set(versionKey, version)
    if (!isNew || !isKept) return false
    world.reload()
    return true
  }

  return {
    refreshIfDue,
    checkVersion,
    /** The first check, and one every five minutes. */
    start() {
      void checkVersion()
      setInterval(async () => (await checkVersion()) || (await refreshIfDue()), pollInterval)
    },
  }
}
