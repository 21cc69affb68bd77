import { beforeEach, expect, test, vi } from 'vitest'

const scope = 'https://portal.example/mbale/candidate/'

type Listener = (event: Record<string, unknown>) => unknown

/** The service worker in a scope of its own, with what it shows, opens and ends. */
async function workerOf() {
  vi.resetModules()
  const listeners = new Map<string, Listener>()
  const stored = new Map<string, Map<string, Response>>()
  const seen = { shown: [] as unknown[], opened: [] as string[], focused: [] as string[], ended: 0 }
  const tabs: string[] = []
  vi.stubGlobal('location', new URL(scope))
  vi.stubGlobal('registration', {
    scope,
    pushManager: { getSubscription: async () => ({ unsubscribe: async () => Boolean(++seen.ended) }) },
    showNotification: async (title: string, options: { data: unknown }) => void seen.shown.push([title, options.data]),
  })
  vi.stubGlobal('clients', {
    claim: async () => {},
    matchAll: async () => tabs.map((url) => ({ url, focus: async () => void seen.focused.push(url) })),
    openWindow: async (url: string) => void seen.opened.push(url),
  })
  vi.stubGlobal('caches', {
    open: async (name: string) => {
      if (!stored.has(name)) stored.set(name, new Map())
      const cache = stored.get(name)!
      return {
        put: async (key: string, answer: Response) => void cache.set(key, answer),
        match: async (key: string) => cache.get(key)?.clone(),
        keys: async () => [],
      }
    },
    has: async (name: string) => stored.has(name),
    delete: async (name: string) => stored.delete(name),
  })
  vi.stubGlobal('fetch', async () => new Response('', { status: 503 }))
  vi.stubGlobal('skipWaiting', async () => {})
  vi.stubGlobal('addEventListener', (type: string, listener: Listener) => void listeners.set(type, listener))
  // The worker is a script, not a module: its types are none of ours.
  await import('#pages/service-worker.ts' as string)
  async function happens(type: string, event: Record<string, unknown>): Promise<void> {
    const works: Promise<unknown>[] = []
    listeners.get(type)!({ ...event, waitUntil: (work: Promise<unknown>) => void works.push(work), respondWith() {} })
    await Promise.all(works)
  }
  const told = async (data: object) => {
    const kept: { answer?: unknown } = {}
    await happens('message', {
      data,
      ports: [{ postMessage: (given: unknown) => void Object.assign(kept, { answer: given }) }],
    })
    return kept.answer
  }
  const push = (said: unknown) =>
    happens('push', { data: said === undefined ? null : { json: () => (typeof said === 'function' ? said() : said) } })
  const click = (data: unknown) => happens('notificationclick', { notification: { data, close() {} } })
  return { seen, tabs, told, push, click, happens }
}

let worker: Awaited<ReturnType<typeof workerOf>>
beforeEach(async () => {
  worker = await workerOf()
  return () => vi.unstubAllGlobals()
})

const logout = () => worker.happens('fetch', { request: { url: `${scope}logout`, method: 'POST' } })

test('a notification shows the title, and a press opens its page, or the tab that shows it already', async () => {
  const page = `${scope}option-form`
  await worker.push({ title: 'NOT confirmed', page })
  expect(worker.seen.shown).toEqual([['NOT confirmed', page]])
  await worker.click(page)
  worker.tabs.push(`${scope}home`, page)
  await worker.click(page)
  expect([worker.seen.opened, worker.seen.focused]).toEqual([[page], [page]])
})

test.each([
  'https://evil.example/mbale/candidate/',
  'https://portal.example/mbale/cell/',
  'https://portal.example/mbale/candidate/../cell/',
  'javascript:alert(1)',
  '//evil.example',
  17,
  undefined,
])('a notification opens no address outside of its portal: %s', async (page) => {
  await worker.push({ title: 'A title', page })
  await worker.click(page)
  expect(worker.seen.shown).toEqual([['A title', `${scope}message`]])
  expect(worker.seen.opened).toEqual([`${scope}message`])
})

test.each([
  ['nothing', undefined],
  [
    'no JSON',
    () => {
      throw new SyntaxError('no JSON')
    },
  ],
  ['null', null],
  ['no title', { title: 3 }],
])('something is shown for %s', async (_, said) => {
  await worker.push(said)
  expect(worker.seen.shown).toEqual([['portal.example', `${scope}message`]])
})

test('logging out ends the notifications here', async () => {
  await worker.told({ kind: 'push-begin', userId: 'ML24100001' })
  expect(await worker.told({ kind: 'push-owner' })).toBe('ML24100001')
  await logout()
  expect([worker.seen.ended, await worker.told({ kind: 'push-owner' })]).toEqual([1, null])
})

test('a session that ran out keeps them, and another candidate ends them', async () => {
  await worker.told({ kind: 'push-begin', userId: 'ML24100001' })
  for (const userId of [null, 'ML24100001']) await worker.told({ kind: 'page', language: 'en', userId })
  expect([worker.seen.ended, await worker.told({ kind: 'push-owner' })]).toEqual([0, 'ML24100001'])
  await worker.told({ kind: 'page', language: 'en', userId: 'ML24100002' })
  expect([worker.seen.ended, await worker.told({ kind: 'push-owner' })]).toEqual([1, null])
})
