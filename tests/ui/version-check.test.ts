import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createVersionCheck, type VersionCheckWorld } from '#pages/ui/browser/version-check.ts'
import { memoryStorage } from './memory-storage'

const noon = 1_723_450_000_000
const hour = 3_600_000

function aBrowser(
  change: { stored?: Record<string, string>; version?: unknown; isKept?: boolean } & Partial<VersionCheckWorld> = {},
) {
  const { stored, version = 'v1', isKept, ...rest } = change
  const storage = memoryStorage(stored, isKept)
  const caches = {
    keys: vi.fn(async () => ['old', 'own /mbale/candidate/', 'offline /mbale/candidate/']),
    delete: vi.fn(async (_name: string) => true),
  }
  const world = {
    base: '/mbale/candidate/',
    storage,
    fetch: vi.fn(async (_address: RequestInfo | URL) => new Response(JSON.stringify({ version }))),
    now: () => noon,
    caches,
    reload: vi.fn(),
    isBusy: () => false,
    isHidden: () => true,
    isLeaving: () => false,
    isOffline: () => false,
    ...rest,
  }
  return { ...world, storage, check: createVersionCheck(world) }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('asks for the version file with the present time', async () => {
  const browser = aBrowser()
  await browser.check.checkVersion()
  expect(browser.fetch).toHaveBeenCalledWith(`/mbale/candidate/version.json?timestamp=${noon}`)
})

test('the first version is stored without a reload', async () => {
  const browser = aBrowser()
  await browser.check.checkVersion()
  expect(browser.storage.values.appVersion).toBe('v1')
  expect(browser.reload).not.toHaveBeenCalled()
})

test('another version clears the caches, is stored and reloads', async () => {
  const browser = aBrowser({ stored: { appVersion: 'v1' }, version: 'v2' })
  await browser.check.checkVersion()
  // The service worker keeps its own copies up to date, and they hold no script.
  expect(vi.mocked(browser.caches.delete).mock.calls).toEqual([['old']])
  expect(browser.storage.values.appVersion).toBe('v2')
  expect(browser.reload).toHaveBeenCalledOnce()
})

test('the same version does nothing', async () => {
  const browser = aBrowser({ stored: { appVersion: 'v1' } })
  await browser.check.checkVersion()
  expect(browser.caches.keys).not.toHaveBeenCalled()
  expect(browser.reload).not.toHaveBeenCalled()
})

test('a new version waits while something is in progress, and is still recognised afterwards', async () => {
  let isBusy = true
  const browser = aBrowser({ stored: { appVersion: 'v1' }, version: 'v2', isBusy: () => isBusy })
  await browser.check.checkVersion()
  expect(browser.reload).not.toHaveBeenCalled()
  expect(browser.storage.values.appVersion).toBe('v1')
  isBusy = false
  await browser.check.checkVersion()
  expect(browser.reload).toHaveBeenCalledOnce()
})

test.each([
  ['a missing answer', async () => Promise.reject(new TypeError('offline'))],
  ['a server error', async () => new Response('', { status: 503 })],
  ['an answer that is not JSON', async () => new Response('<html>')],
])('%s is logged and skipped', async (_, fetch) => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  const browser = aBrowser({ stored: { appVersion: 'v1' }, fetch })
  await browser.check.checkVersion()
  expect(log).toHaveBeenCalledWith('Failed to fetch version:', expect.anything())
  log.mockRestore()
  expect(browser.storage.values).toEqual({ appVersion: 'v1' })
  expect(browser.reload).not.toHaveBeenCalled()
})

test('an answer without a version does nothing', async () => {
  const browser = aBrowser({ stored: { appVersion: 'v1' }, version: null })
  await browser.check.checkVersion()
  expect(browser.storage.values).toEqual({ appVersion: 'v1' })
})

test('a check that is aborted because the page is left is not logged', async () => {
  const browser = aBrowser({ fetch: async () => Promise.reject(new TypeError('aborted')), isLeaving: () => true })
  expect(await browser.check.checkVersion()).toBe(false)
})

test('caches that cannot be cleared are logged, and the page is still reloaded', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  const caches = { keys: async () => Promise.reject(new Error('forbidden')), delete: async () => false }
  const browser = aBrowser({ stored: { appVersion: 'v1' }, version: 'v2', caches })
  await browser.check.checkVersion()
  expect(log).toHaveBeenCalledWith('Failed to clear caches:', expect.anything())
  log.mockRestore()
  expect(browser.reload).toHaveBeenCalledOnce()
})

test('a first visit is left alone in view, and recorded and refreshed once when the page is hidden', async () => {
  let isHidden = false
  const browser = aBrowser({ isHidden: () => isHidden })
  expect(await browser.check.refreshIfDue()).toBe(false)
  expect(browser.storage.values).toEqual({})
  isHidden = true
  expect(await browser.check.refreshIfDue()).toBe(true)
  expect(browser.storage.values.appTime).toBe(String(noon))
  expect(browser.caches.delete).toHaveBeenCalledWith('old')
  expect(await browser.check.refreshIfDue()).toBe(false)
  expect(browser.reload).toHaveBeenCalledOnce()
})

test.each([
  ['exactly an hour ago', noon - hour, false],
  ['more than an hour ago', noon - hour - 1, true],
  ['with an unreadable time', Number.NaN, true],
])('a refresh %s', async (_, appTime, isDue) => {
  const browser = aBrowser({ stored: { appTime: String(appTime) } })
  expect(await browser.check.refreshIfDue()).toBe(isDue)
})

test.each([
  ['an hour after it was opened', hour, false],
  ['more than an hour after it was opened', hour + 1, true],
])('a page that nobody leaves is refreshed in view: %s', async (_, age, isDue) => {
  let now = noon
  const browser = aBrowser({ now: () => now, isHidden: () => false, stored: { appTime: String(noon - 2 * hour) } })
  now += age
  expect(await browser.check.refreshIfDue()).toBe(isDue)
})

test('nothing is refreshed on the way to another page', async () => {
  const browser = aBrowser({ isLeaving: () => true })
  expect(await browser.check.refreshIfDue()).toBe(false)
  expect(browser.storage.values).toEqual({})
})

test('the hourly refresh waits while something is in progress', async () => {
  const browser = aBrowser({ isBusy: () => true })
  expect(await browser.check.refreshIfDue()).toBe(false)
  expect(browser.storage.values).toEqual({})
})

test('a storage that forgets everything never causes a reload', async () => {
  const browser = aBrowser({ isKept: false, stored: { appVersion: 'v1' }, version: 'v2' })
  await browser.check.refreshIfDue()
  await browser.check.checkVersion()
  expect(browser.reload).not.toHaveBeenCalled()
})

test('asks at once and then every five minutes', async () => {
  const browser = aBrowser({ stored: { appTime: String(noon) } })
  browser.check.start()
  expect(browser.fetch).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(299_999)
  expect(browser.fetch).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(browser.fetch).toHaveBeenCalledTimes(2)
})

test('the hourly refresh waits without a network, where it would lead away from the page', async () => {
  const browser = aBrowser({ isOffline: () => true })
  expect(await browser.check.refreshIfDue()).toBe(false)
  expect(browser.reload).not.toHaveBeenCalled()
  expect(browser.caches.keys).not.toHaveBeenCalled()
})
