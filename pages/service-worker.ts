// The service worker of a portal: it answers a page that cannot be fetched with the offline page, and holds what the
// candidate chose to keep on this device. It keeps nothing else, so every other page comes from the server. Source: rules
// §11.6.

type Waiting = Event & { waitUntil(work: Promise<unknown>): void }
type Fetched = Waiting & { request: Request; respondWith(answer: Promise<Response>): void }
type Told = Waiting & { data: unknown; ports: readonly MessagePort[] }
type OwnScope = {
  registration: { scope: string }
  skipWaiting(): Promise<void>
  clients: { claim(): Promise<void> }
  addEventListener(type: 'install' | 'activate', listener: (event: Waiting) => void): void
  addEventListener(type: 'fetch', listener: (event: Fetched) => void): void
  addEventListener(type: 'message', listener: (event: Told) => void): void
}

/**
 * What a page tells the worker. `page`: it is shown in this language to this candidate (null: a visitor); `keep`: these
 * addresses for this candidate; `ask`: the candidate whose papers are kept; `forget`: all that is kept.
 */
type Message =
  | { kind: 'page'; language: string; userId: string | null }
  | { kind: 'keep'; userId: string; page: string; papers: readonly string[] }
  | { kind: 'ask' | 'forget' }

const worker = globalThis as unknown as OwnScope
const base = new URL(worker.registration.scope).pathname
const publicName = `offline ${base}`
const ownName = `own ${base}`
const offline = `${base}offline`
const owner = `${base}offline-owner`
/** The copy for everybody is fetched again after this time. Milliseconds. */
const freshFor = 600_000

/** Counts what was forgotten, so that a copy that arrives later is not kept. */
let forgotten = 0

async function forget(): Promise<void> {
  forgotten++
  await caches.delete(ownName)
}

/** The page for everybody, with its styles, fonts and icons, in the language last read. */
async function keepPublic(language: string): Promise<void> {
  const cache = await caches.open(publicName)
  const known = await cache.match(offline)
  const address = `${offline}?lang=${language}`
  const isFresh = known && Math.abs(Date.now() - Date.parse(known.headers.get('date') ?? '')) < freshFor
  if (isFresh && known.url.endsWith(address)) return
  const page = await fetch(address, { credentials: 'omit' })
  if (!page.ok) return
  const text = await page.clone().text()
  const named = text.matchAll(/href="(\/assets\/[^"#]+\.(?:css|woff2|svg))["#]/g)
  const assets = [...new Set(Array.from(named, ([, address]) => address!))]
  await Promise.all(assets.map(async (asset) => (await cache.match(asset)) ?? cache.add(asset)))
  for (const { url } of await cache.keys()) {
    const { pathname } = new URL(url)
    if (pathname.startsWith('/assets/') && !assets.includes(pathname)) await cache.delete(url)
  }
  await cache.put(offline, page)
}

/** The candidate's own copy of the page, and the papers. True if the page itself is kept. */
async function keepOwn(userId: string, page: string, papers: readonly string[]): Promise<boolean> {
  await forget()
  const mine = forgotten
  const cache = await caches.open(ownName)
  await cache.put(owner, new Response(userId))
  let isKept = false
  for (const address of [page, ...papers]) {
    const answer = await fetch(address, { credentials: 'same-origin' }).catch(() => null)
    if (mine !== forgotten) {
      await caches.delete(ownName)
      return false
    }
    if (!answer?.ok || answer.redirected) continue
    await cache.put(new URL(address, location.origin).pathname, answer)
    isKept ||= address === page
  }
  return isKept
}

async function ownerKept(): Promise<string | null> {
  if (!(await caches.has(ownName))) return null
  const kept = await (await caches.open(ownName)).match(owner)
  return kept ? kept.text() : null
}

/** The answer without a network: the paper itself, the candidate's own copy of the page, or the one for everybody. */
async function answerOffline(address: string): Promise<Response> {
  const { pathname } = new URL(address)
  const own = (await caches.has(ownName)) ? await caches.open(ownName) : null
  const found = (await own?.match(pathname)) ?? (await own?.match(offline)) ?? (await caches.match(offline))
  return found ?? Response.error()
}

async function heed(message: Message): Promise<unknown> {
  switch (message.kind) {
    case 'page':
      // A session that ended, or another candidate: what was kept is no longer for the person at this device.
      if ((await ownerKept()) !== message.userId) await forget()
      return keepPublic(message.language)
    case 'keep':
      return keepOwn(message.userId, message.page, message.papers)
    case 'ask':
      return ownerKept()
    case 'forget':
      return forget()
  }
}

worker.addEventListener('install', (event) => event.waitUntil(worker.skipWaiting()))
worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()))

worker.addEventListener('message', (event) => {
  const { ports, data } = event
  event.waitUntil(heed(data as Message).then((answer) => ports[0]?.postMessage(answer ?? null)))
})

worker.addEventListener('fetch', (event) => {
  const { request } = event
  const { pathname, origin } = new URL(request.url)
  if (origin !== location.origin) return
  if (request.method === 'POST' && pathname === `${base}logout`) return event.waitUntil(forget())
  if (request.method !== 'GET') return
  if (request.mode === 'navigate') return event.respondWith(fetch(request).catch(() => answerOffline(request.url)))
  if (/^\/assets\/.*\.(css|woff2|svg)$/.test(pathname))
    return event.respondWith(fetch(request).catch(async () => (await caches.match(pathname)) ?? Response.error()))
})
