// The service worker of a portal: it answers a page that cannot be fetched with the offline page, and holds what the
// candidate chose to keep on this device. It keeps nothing else, so every other page comes from the server. It shows the
// notifications that somebody asked for here. Source: rules §10.10, §11.6.

type Waiting = Event & { waitUntil(work: Promise<unknown>): void }
type Fetched = Waiting & { request: Request; respondWith(answer: Promise<Response>): void }
type Told = Waiting & { data: unknown; ports: readonly MessagePort[] }
type Pushed = Waiting & { data: { json(): unknown } | null }
type Clicked = Waiting & { notification: { data: unknown; close(): void } }
type Tab = { url: string; focus(): Promise<Tab> }
type OwnScope = {
  registration: {
    scope: string
    pushManager?: { getSubscription(): Promise<{ unsubscribe(): Promise<boolean> } | null> }
    showNotification(title: string, options: { data: unknown; icon: string; badge: string; tag: string }): Promise<void>
  }
  skipWaiting(): Promise<void>
  clients: {
    claim(): Promise<void>
    matchAll(what: { type: 'window' }): Promise<Tab[]>
    openWindow(url: string): Promise<unknown>
  }
  addEventListener(type: 'install' | 'activate', listener: (event: Waiting) => void): void
  addEventListener(type: 'fetch', listener: (event: Fetched) => void): void
  addEventListener(type: 'message', listener: (event: Told) => void): void
  addEventListener(type: 'push', listener: (event: Pushed) => void): void
  addEventListener(type: 'notificationclick', listener: (event: Clicked) => void): void
}

/**
 * What a page tells the worker. `page`: it is shown in this language to this candidate (null: a visitor); `keep`: these
 * addresses for this candidate; `letters`: the page that checks letters; `ask`: the candidate whose papers are kept;
 * `forget`: all that is kept. `push-begin`: this candidate has asked for notifications here; `push-owner`: who did.
 */
type Message =
  | { kind: 'page'; language: string; userId: string | null }
  | { kind: 'keep'; userId: string; page: string; papers: readonly string[] }
  | { kind: 'push-begin'; userId: string }
  | { kind: 'letters'; assets: readonly string[] }
  | { kind: 'ask' | 'forget' | 'push-owner' }

const worker = globalThis as unknown as OwnScope
const base = new URL(worker.registration.scope).pathname
const publicName = `offline ${base}`
const ownName = `own ${base}`
const pushName = `push ${base}`
const offline = `${base}offline`
const letters = `${base}check-letter`
const lettersName = `letters ${base}`
/** The page that checks letters, in both languages. */
const lettersIn = [`${letters}?lang=en`, `${letters}?lang=mr`]
const owner = `${base}offline-owner`
/** The copy for everybody is fetched again after this time. Milliseconds. */
const freshFor = 600_000
/** How long the page that checks letters waits for the network before its copy is shown. Milliseconds. */
const patience = 5000

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

/**
 * The page that checks letters, in both languages, with its scripts: it works without a network. The one read last answers
 * an address that names no language, as that of a QR. `assets`: scripts that the page has loaded and its document does not name.
 * True if it is here then, this one or the one before.
 */
async function keepLetters(assets: readonly string[]): Promise<boolean> {
  const cache = await caches.open(lettersName)
  try {
    const pages = await Promise.all(lettersIn.map((address) => fetch(address, { credentials: 'omit' })))
    if (pages.every(({ ok, redirected }) => ok && !redirected)) {
      const texts = await Promise.all(pages.map((page) => page.clone().text()))
      const named = texts.flatMap((text) => [...text.matchAll(/"(\/assets\/[^"#]+\.(?:js|css|woff2|svg))["#]/g)])
      const scripts = texts.flatMap((text) => [...text.matchAll(/<script[^>]* src="(\/assets\/[^"]+\.js)"/g)])
      // A tab of another build does not know which scripts these documents will ask for.
      if (!scripts.every(([, script]) => assets.includes(script!))) return await areLettersKept()
      const needed = new Set([...assets, ...named.map(([, asset]) => asset!)])
      // The scripts come before the documents that name them, so that a page that is cut short is the one before.
      await Promise.all(Array.from(needed, async (asset) => (await cache.match(asset)) ?? cache.add(asset)))
      await Promise.all(lettersIn.map((address, nth) => cache.put(address, pages[nth]!)))
      for (const { url } of await cache.keys()) {
        const { pathname } = new URL(url)
        if (pathname.startsWith('/assets/') && !needed.has(pathname)) await cache.delete(url)
      }
    }
  } catch {
    // No network, or no room for it.
  }
  return areLettersKept()
}

async function areLettersKept(): Promise<boolean> {
  const cache = await caches.open(lettersName)
  const kept = await Promise.all(lettersIn.map((address) => cache.match(address)))
  return kept.every((page) => page !== undefined)
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

/** Whose papers are kept here, or whose notifications come here. */
async function ownerKept(name: string): Promise<string | null> {
  if (!(await caches.has(name))) return null
  const kept = await (await caches.open(name)).match(owner)
  return kept ? kept.text() : null
}

async function isPushOfAnother(userId: string): Promise<boolean> {
  const known = await ownerKept(pushName)
  return known !== null && known !== userId
}

/** Notifications no longer come here: the push service tells the server so at the next one. */
async function endPush(): Promise<void> {
  await caches.delete(pushName)
  await (await worker.registration.pushManager?.getSubscription())?.unsubscribe()
}

/** Shows the title of a message. A browser wants a notification for everything that comes. */
async function showPushed(data: Pushed['data']): Promise<void> {
  let said: Partial<Record<'title' | 'page', unknown>> | null | undefined
  try {
    said = data?.json() as typeof said
  } catch {
    // Nothing readable came: the message box has it.
  }
  const title = typeof said?.title === 'string' ? said.title : location.hostname
  const icon = `${base}icon-192.png`
  await worker.registration.showNotification(title, { data: pageIn(said?.page), icon, badge: icon, tag: title })
}

/** The page of this portal that a notification opens: never another address. */
function pageIn(page: unknown): string {
  const { scope } = worker.registration
  const url = typeof page === 'string' && URL.canParse(page, scope) ? new URL(page, scope).href : ''
  return url.startsWith(scope) ? url : `${scope}message`
}

/** Opens the page in a tab of the portal, or in a new one. */
async function openPushed(page: string): Promise<void> {
  const tabs = await worker.clients.matchAll({ type: 'window' })
  const open = tabs.find(({ url }) => url === page)
  await (open ? open.focus() : worker.clients.openWindow(page))
}

/** The copy of the page that checks letters, in the language of its address or the one read last. */
async function lettersKept(address: string): Promise<Response | undefined> {
  const { pathname, searchParams } = new URL(address)
  if (pathname !== letters) return undefined
  const asked = searchParams.get('lang') ?? ((await caches.match(offline))?.url.endsWith('mr') ? 'mr' : 'en')
  return caches.match(`${letters}?lang=${asked}`)
}

const assetKept = (pathname: string): Promise<Response | undefined> => caches.match(pathname).catch(() => undefined)

/** A page from the network. A letter can be checked meanwhile if the portal is away or the network does not answer. */
async function answerPage(request: Request): Promise<Response> {
  const copy = await lettersKept(request.url).catch(() => undefined)
  const fetched = fetch(request).catch(() => copy ?? answerOffline(request.url))
  if (!copy) return fetched
  const slow = new Promise<Response>((resolve) => setTimeout(() => resolve(copy), patience))
  const answer = await Promise.race([fetched, slow])
  return answer.status < 500 ? answer : copy
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
      if ((await ownerKept(ownName)) !== message.userId) await forget()
      // A session may end by itself and leave notifications on; they end when somebody else comes.
      if (message.userId !== null && (await isPushOfAnother(message.userId))) await endPush()
      return keepPublic(message.language)
    case 'keep':
      return keepOwn(message.userId, message.page, message.papers)
    case 'letters':
      return keepLetters(message.assets)
    case 'ask':
      return ownerKept(ownName)
    case 'forget':
      return forget()
    case 'push-begin':
      await (await caches.open(pushName)).put(owner, new Response(message.userId))
      return null
    case 'push-owner':
      return ownerKept(pushName)
  }
}

worker.addEventListener('install', (event) => event.waitUntil(worker.skipWaiting()))
worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()))

worker.addEventListener('message', (event) => {
  const { ports, data } = event
  event.waitUntil(heed(data as Message).then((answer) => ports[0]?.postMessage(answer ?? null)))
})

worker.addEventListener('push', (event) => event.waitUntil(showPushed(event.data)))
worker.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openPushed(pageIn(event.notification.data)))
})

worker.addEventListener('fetch', (event) => {
  const { request } = event
  const { pathname, origin } = new URL(request.url)
  if (origin !== location.origin) return
  if (request.method === 'POST' && pathname === `${base}logout`)
    return event.waitUntil(Promise.all([forget(), endPush()]))
  if (request.method !== 'GET') return
  if (request.mode === 'navigate') return event.respondWith(answerPage(request))
  if (/^\/assets\/.*\.(js|css|woff2|svg)$/.test(pathname))
    // What is named after its content never changes, and a copy of a page needs its scripts while the portal is away.
    return event.respondWith(assetKept(pathname).then((kept) => kept ?? fetch(request)))
})
