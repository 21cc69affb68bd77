import { expect, test as plain } from '@playwright/test'
import { demoPhases } from '#server/demo/phases.ts'
import { isWhole } from '#tests/support/extent.ts'
import { journeyPhases } from './demos'
import { startServer } from './server'

/**
 * The most addresses that differ only in their query, or (but in a whole crawl) in the code of an institute, in a number,
 * or in the name of a paper.
 */
const mostOfKind = 4
const kindOf = (pathname: string) => pathname.replace(/\d{2,}/g, '#').replace(/[^/]+\.pdf$/, '*.pdf')
const isPaper = (pathname: string) => /\.(pdf|csv)$/.test(pathname)
const slugs = ['mbale', 'scd'] as const

const decoded = (text: string) => text.replaceAll('&amp;', '&').replaceAll('&#38;', '&').replaceAll('&quot;', '"')

type Found = { pages: number; dead: string[] }

/**
 * Follows the links from the home page of a portal, as a visitor in one language; external links are only read. A crawl
 * that is not whole takes a few addresses of each kind, and papers, which are the same files in both languages, in one.
 */
async function crawl(origin: string, slug: string, language: 'en' | 'mr', isWholeCrawl: boolean): Promise<Found> {
  const headers = { accept: 'text/html', cookie: `${slug}_lang=${language}` }
  const seen = new Map<string, string>()
  const ofKind = new Map<string, number>()
  const queue = [{ address: `/${slug}/candidate/home`, from: 'the start' }]
  const fragments: { page: string; id: string; from: string }[] = []
  const ids = new Map<string, ReadonlySet<string>>()
  const dead: string[] = []
  let pages = 0
  while (queue.length) {
    const { address, from } = queue.pop()!
    if (seen.has(address)) continue
    seen.set(address, from)
    const { pathname } = new URL(address, origin)
    const kind = isWholeCrawl ? pathname : kindOf(pathname)
    const already = ofKind.get(kind) ?? 0
    if (already >= mostOfKind || (isPaper(pathname) && language === 'mr' && !isWholeCrawl)) continue
    ofKind.set(kind, already + 1)
    const answer = await fetch(origin + address, { headers, redirect: 'manual' })
    const text = answer.headers.get('content-type')?.startsWith('text/html') ? await answer.text() : ''
    if (!text) await answer.body?.cancel()
    // Only the login may take a visitor elsewhere, and then back; 302 is the answer to an address that is not known.
    const to = answer.headers.get('location') ?? ''
    const isLogin = answer.status === 303 && new URL(to, origin).searchParams.get('next') === address
    if (answer.status !== 200 && !isLogin) {
      dead.push(`${answer.status} ${to} ${address} (on ${from})`)
      continue
    }
    if (!text) continue
    pages++
    ids.set(address, new Set([...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id!)))
    const body = text.slice(text.indexOf('<body'), text.indexOf('<script id="view"'))
    for (const [, written] of body.matchAll(/<a [^>]*?href="([^"]*)"/g)) {
      const href = decoded(written!)
      if (/^(mailto|tel):[^\s]+$/.test(href)) continue
      const url = URL.canParse(href, origin + address) ? new URL(href, origin + address) : null
      if (!url || !['http:', 'https:'].includes(url.protocol)) dead.push(`${href} (on ${address})`)
      else if (url.origin !== origin) {
        if (url.protocol !== 'https:') dead.push(`${href} (on ${address})`)
      } else {
        url.searchParams.delete('lang')
        const target = url.pathname + url.search
        if (url.hash) fragments.push({ page: target, id: decodeURIComponent(url.hash.slice(1)), from: address })
        // The demo's own page changes the demo.
        if (url.pathname !== '/demo') queue.push({ address: target, from: address })
      }
    }
  }
  for (const { page, id, from } of fragments)
    if (ids.has(page) && !ids.get(page)!.has(id)) dead.push(`#${id} on ${page} (on ${from})`)
  return { pages, dead: [...new Set(dead)] }
}

/** No dead link in either portal or language, and a sitemap whose pages are there. */
async function expectLinks(origin: string, isWholeCrawl: boolean): Promise<void> {
  for (const slug of slugs) {
    for (const language of ['en', 'mr'] as const) {
      const { pages, dead } = await crawl(origin, slug, language, isWholeCrawl)
      expect.soft(dead, `${slug} in ${language}`).toEqual([])
      expect.soft(pages, `pages of ${slug} in ${language}`).toBeGreaterThan(40)
    }
    const sitemap = await (await fetch(`${origin}/${slug}/candidate/sitemap.xml`)).text()
    const listed = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => decoded(address!))
    expect(listed.length).toBeGreaterThan(40)
    for (const address of listed.filter((_, place) => isWholeCrawl || place % 3 === 0)) {
      const { pathname, search } = new URL(address)
      const answer = await fetch(origin + pathname + search, { redirect: 'manual' })
      const canonical = /<link rel="canonical" href="([^"]+)"/.exec(await answer.text())?.[1]
      expect.soft([answer.status, canonical && decoded(canonical)], address).toEqual([200, address])
    }
  }
}

const phases = isWhole ? journeyPhases : (['round-2-acceptance'] as const)

for (const phase of phases) {
  plain(`no link of a visitor's page is dead, in either portal or language · ${phase}`, async () => {
    plain.setTimeout(isWhole ? 900_000 : 300_000)
    const server = await startServer(phase)
    try {
      await expectLinks(server.url, isWhole)
    } finally {
      await server.stop()
    }
  })
}

// One server plays the season from its first phase to the last, so that a page kept from an earlier phase is found too.
if (isWhole)
  plain('no link is dead in any phase of the demo', async () => {
    plain.setTimeout(1_800_000)
    const server = await startServer('registration')
    try {
      await expectLinks(server.url, false)
      for (const phase of demoPhases.slice(1))
        await plain.step(phase, async () => {
          const moved = await fetch(`${server.url}/demo/clock`, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ phase }),
          })
          expect(moved.status, phase).toBe(200)
          await expectLinks(server.url, false)
        })
    } finally {
      await server.stop()
    }
  })
