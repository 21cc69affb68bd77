import { expect, test } from 'vitest'
import { indexedPages } from '#server/domain/site/site-pages.ts'
import { robotsText } from '#server/http/discovery.ts'
import { atDesk } from '#tests/support/desk.ts'
import { browser, openPortal } from '#tests/support/portal.ts'

const hostile = {
  kind: 'notice',
  titleEn: ']]></title></item><script>alert(1)</script> & "more"',
  titleMr: '</script><!-- \u0915',
  bodyEn: `=HYPERLINK("https://evil.example") ${'W'.repeat(400)} <img src=x onerror=alert(1)>`,
  bodyMr: `${'क्ष'.repeat(200)} &amp; <b>`,
  confirmed: 'yes',
}

test('a public page names itself, its languages, its feed and its facts; another person reads nothing of the sort', async () => {
  const portal = await openPortal()
  const visitor = browser(portal)
  const english = (await visitor.get('faq')).text
  const own = /<link rel="canonical" href="([^"]+)">/.exec(english)![1]!
  expect(own).toMatch(/^https?:\/\/[^/]+\/mbale\/candidate\/faq$/)
  expect((await visitor.get('faq?lang=mr&q=a')).text).toContain(`<link rel="canonical" href="${own}?lang=mr">`)
  for (const text of [
    `hreflang="mr" href="${own}?lang=mr"`,
    `hreflang="en" href="${own}"`,
    `hreflang="x-default" href="${own}"`,
  ])
    expect(english).toContain(text)
  expect(english).toContain('<meta property="og:title"')
  expect(english).toContain('type="application/rss+xml"')
  expect(english).toContain('<link rel="manifest" href="/mbale/candidate/manifest.webmanifest">')
  for (const path of ['merit-lists', 'institute_wise_Allotment', 'login', 'offline']) {
    const { text } = await visitor.get(path)
    expect(text, path).toContain('<meta name="robots" content="noindex">')
    expect(text, path).not.toContain('rel="canonical"')
  }
})

test('the coming dates are events of schema.org', async () => {
  const portal = await openPortal()
  const { text } = await browser(portal).get('importantdate')
  const found = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(text)![1]!)
  const ahead = portal.services.notices.schedule().filter(({ state }) => state !== 'past')
  expect(found['@graph']).toHaveLength(ahead.length)
  expect(found['@graph'][0]).toMatchObject({ '@type': 'Event', startDate: new Date(ahead[0]!.opensAt).toISOString() })
})

test('case 21: hostile words of the cell stay text in the feed, the head, the manifest and every list', async () => {
  const portal = await openPortal()
  const admin = await atDesk(portal, 'admin')
  for (const kind of ['notice', 'news', 'faq']) await admin.post(`notices?kind=${kind}`, { ...hostile, kind })
  const feed = (await browser(portal).get('notices.rss')).text
  expect(feed).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;more&quot;')
  expect(feed.match(/<item>/g)!.length).toBe(feed.match(/<\/item>/g)!.length)
  expect(feed).not.toMatch(/<script|<img|\]\]>/)
  for (const path of ['home', 'notifications', 'news', 'faq', 'faq?q=evil', 'notifications?q=%3Cscript%3E']) {
    const { text } = await browser(portal).get(path)
    expect(text, path).not.toMatch(/<script>alert|<img src=x/)
  }
  // Direction marks that would turn the line around are dropped.
  for (const mark of ['\u202E', '\u2066', '\u200F'])
    expect((await admin.post('notices', { ...hostile, titleEn: `Look${mark}here` })).status).toBe(303)
  for (const path of ['home', 'notifications', 'notices.rss']) {
    const { text } = await browser(portal).get(path)
    expect(text, path).toContain('Lookhere')
    expect(text, path).not.toMatch(/[\u202A-\u202E\u2066-\u2069\u200E\u200F]/)
  }
})

test('the sitemap lists the public pages in both languages, and none that names a candidate', async () => {
  const portal = await openPortal()
  const { text, headers } = await browser(portal).get('sitemap.xml')
  expect(headers['content-type']).toMatch(/^application\/xml/)
  const paths = [...text.matchAll(/<loc>https?:\/\/[^/]+([^<]+)<\/loc>/g)].map(([, path]) => path)
  const routes = indexedPages.filter((route) => !route.includes(':'))
  expect(new Set(paths)).toEqual(
    new Set(routes.flatMap((route) => [`/mbale/candidate/${route}`, `/mbale/candidate/${route}?lang=mr`])),
  )
})

test('crawlers are told what to leave out; of a demo, everything', async () => {
  const portals = [{ base: '/mbale/candidate/', cellBase: '/mbale/cell/', origin: 'https://example.org' }]
  const live = robotsText(portals, false)
  expect(live).toContain('Disallow: /mbale/cell/\n')
  expect(live).toContain('Disallow: /mbale/candidate/merit-lists/\n')
  expect(live).toContain('Sitemap: https://example.org/mbale/candidate/sitemap.xml\n')
  expect(robotsText(portals, true)).toBe('User-agent: *\nDisallow: /\n')
  const portal = await openPortal()
  expect((await portal.ask('GET', '/robots.txt')).headers['content-type']).toMatch(/^text\/plain/)
})

test('the server’s own address leads to the first portal, in the language of the link', async () => {
  const portal = await openPortal()
  for (const asked of ['', '?lang=mr', '?lang=mr&from=sms']) {
    expect((await portal.ask('GET', `/${asked}`)).headers.location).toBe(`/mbale/candidate/home${asked}`)
  }
})

test('the portal can be installed: a manifest in the language asked for, with icons that exist', async () => {
  const portal = await openPortal()
  const visitor = browser(portal)
  const manifest = JSON.parse((await visitor.get('manifest.webmanifest?lang=mr')).text)
  expect(manifest).toMatchObject({ lang: 'mr', scope: '/mbale/candidate/', display: 'standalone' })
  expect(manifest.name).toBe(portal.services.course.courseTitle.mr)
  for (const { src } of manifest.icons) {
    const icon = await portal.ask('GET', src)
    expect([icon.status, icon.headers['content-type']]).toEqual([200, 'image/png'])
  }
  expect((await visitor.get('icon-9999.png')).status).toBe(404)
})

test('the dates are files for a calendar: all to come, or one, in the language of the address', async () => {
  const portal = await openPortal()
  const visitor = browser(portal)
  const page = (await visitor.get('importantdate?lang=en')).text
  const [, one] = /href="\/mbale\/candidate\/(importantdate\/[a-z0-9-]+\.ics\?lang=en)"/.exec(page)!
  const file = await visitor.get(one!)
  expect([file.status, file.headers['content-type']]).toEqual([200, 'text/calendar; charset=utf-8'])
  expect(file.text.split('BEGIN:VEVENT')).toHaveLength(2)
  const all = await visitor.get('importantdate.ics?lang=mr')
  expect(all.text.split('BEGIN:VEVENT').length).toBeGreaterThan(3)
  expect(all.text).toMatch(/SUMMARY:\p{Script=Devanagari}/u)
  expect(all.text).toContain(`URL:${portal.services.publicUrl()}`.slice(0, 40))
  for (const unknown of ['importantdate/no-such-date.ics', 'importantdate/%0d%0aX.ics', 'importantdate/..%2fhome.ics'])
    expect((await visitor.get(unknown)).status, unknown).not.toBe(200)
  // Where no date lies ahead there is no file, and no link to one.
  const undated = browser(await openPortal({ isDated: false }))
  expect((await undated.get('importantdate.ics')).status).toBe(404)
  expect((await undated.get('importantdate')).text).not.toContain('importantdate.ics')
})
