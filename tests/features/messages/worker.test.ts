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
        async add(key: string) {
          const answer = await network(key)
          if (!answer.ok) throw new TypeError('Request failed')
          cache.set(key, answer)
        },
        match: async (key: string) => cache.get(key)?.clone(),
        keys: async () => Array.from(cache.keys(), (key) => ({ url: new URL(key, scope).href })),
        delete: async (url: string) => cache.delete(new URL(url).pathname),
      }
    },
    match: async (key: string) =>
      [...stored.values()]
        .map((cache) => cache.get(key))
        .find((one) => one)
        ?.clone(),
    has: async (name: string) => stored.has(name),
    delete: async (name: string) => stored.delete(name),
  })
  let network = async (_address: string): Promise<Response> => new Response('', { status: 503 })
  vi.stubGlobal('fetch', (asked: string | { url: string }) => network(typeof asked === 'string' ? asked : asked.url))
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
  /** What a tab shows at this address. */
  async function shownAt(url: string, mode = 'navigate'): Promise<string> {
    const answers: Promise<Response>[] = []
    const request = { url, method: 'GET', mode }
    listeners.get('fetch')!({ request, respondWith: (given: Promise<Response>) => void answers.push(given) })
    return (await answers[0]!).text()
  }
  const onNetwork = (next: typeof network) => {
    network = next
  }
  return { seen, tabs, told, push, click, happens, shownAt, onNetwork }
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

/** The page that checks letters as a build of this name has it. */
const pageOf = (build: string) => async (address: string) =>
  new Response(address.includes('/assets/') ? build : `${build} <script src="/assets/${build}.js"></script>`)
const letters = `${scope}check-letter`

test('the page that checks letters is kept whole: a build that cannot be fetched whole leaves the one before', async () => {
  expect(await worker.told({ kind: 'letters', assets: [] })).toBe(false)
  worker.onNetwork(pageOf('first'))
  expect(await worker.told({ kind: 'letters', assets: ['/assets/first.js', '/assets/lazy.js'] })).toBe(true)
  worker.onNetwork(async (address) => {
    if (address.includes('/assets/')) throw new TypeError('Failed to fetch')
    return pageOf('second')(address)
  })
  expect(await worker.told({ kind: 'letters', assets: ['/assets/second.js'] })).toBe(true)
  // Nor does a tab of the build before take in the documents of the next one, whose scripts it does not know.
  worker.onNetwork(pageOf('third'))
  expect(await worker.told({ kind: 'letters', assets: ['/assets/first.js'] })).toBe(true)
  worker.onNetwork(async () => {
    throw new TypeError('Failed to fetch')
  })
  expect(await worker.shownAt(`${letters}?lang=en`)).toContain('first')
})

test('letters are checked by the copy while the portal is away or does not answer; other pages wait', async () => {
  worker.onNetwork(pageOf('kept'))
  await worker.told({ kind: 'letters', assets: ['/assets/kept.js', '/assets/book.js'] })
  worker.onNetwork(async () => new Response('away', { status: 503 }))
  expect(await worker.shownAt(letters)).toContain('kept')
  expect(await worker.shownAt(`${new URL(scope).origin}/assets/book.js`, 'cors')).toBe('kept')
  expect(await worker.shownAt(`${scope}home`)).toBe('away')
  vi.useFakeTimers()
  try {
    worker.onNetwork(() => new Promise(() => {}))
    const shown = worker.shownAt(`${letters}?lang=mr`)
    await vi.advanceTimersByTimeAsync(5000)
    expect(await shown).toContain('kept')
  } finally {
    vi.useRealTimers()
  }
  worker.onNetwork(pageOf('newer'))
  expect(await worker.shownAt(letters)).toContain('newer')
})
