import { isIndexed } from '#server/domain/site/site-pages.ts'
import { href } from '#server/domain/terms/href.ts'
import type { Language } from '#server/kernel/languages.ts'
import { languages } from '#server/kernel/languages.ts'

/** What search engines and people who share a link learn of a page. Source: rules §11.5. */
type Discovered = {
  /** The origin of the portal: `https://example.org`. */
  origin: string
  /** The route in the table; `path`: its address on the server, without a query. */
  route: string
  path: string
  base: string
  language: Language
  title: string
  description: string
  siteName: string
  /** Data about the page as schema.org has it; null if there is none. */
  structured: object | null
  /** A demo is never listed. */
  isDemo: boolean
}

const markup: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Escapes a text for HTML and XML, in an element or an attribute. */
export const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => markup[character]!)

/** The address of a page in a language: English has the plain one. */
const addressIn = (address: string, language: Language): string =>
  language === 'en' ? address : `${address}?lang=${language}`

const locales: Readonly<Record<Language, string>> = { en: 'en_IN', mr: 'mr_IN' }

/** The part of a page's head that search engines and previews of links read. */
export function discoveryHead(page: Discovered): string {
  const { origin, route, path, base, language, title, description, siteName, structured, isDemo } = page
  const address = `${origin}${path}`
  const property = (name: string, content: string) => `<meta property="og:${name}" content="${escaped(content)}">`
  const link = (attributes: string, to: string) => `<link ${attributes} href="${escaped(to)}">`
  const isListed = isIndexed(route)
  return [
    `<meta name="description" content="${escaped(description)}">`,
    ...(isListed && !isDemo ? [] : ['<meta name="robots" content="noindex">']),
    ...(isListed
      ? [
          link('rel="canonical"', addressIn(address, language)),
          ...languages.map((one) => link(`rel="alternate" hreflang="${one}"`, addressIn(address, one))),
          link('rel="alternate" hreflang="x-default"', address),
          link(
            `rel="alternate" type="application/rss+xml" title="${escaped(siteName)}"`,
            addressIn(href(base, 'notices.rss'), language),
          ),
        ]
      : []),
    property('type', 'website'),
    property('title', title),
    property('description', description),
    property('url', addressIn(address, language)),
    property('site_name', siteName),
    property('locale', locales[language]),
    property('image', `${origin}${href(base, 'icon-:size.png', { size: 512 })}`),
    ...(structured ? [`<script type="application/ld+json">${inScript(structured)}</script>`] : []),
  ].join('')
}

/** What makes the portal installable; on every page of its candidates' area. */
export const installableHead = (base: string, language: Language): string =>
  [
    `<link rel="manifest" href="${escaped(addressIn(href(base, 'manifest.webmanifest'), language))}">`,
    `<link rel="apple-touch-icon" href="${escaped(href(base, 'icon-:size.png', { size: 192 }))}">`,
    '<meta name="theme-color" content="#173f50">',
  ].join('')

/** JSON for a script element: `<` and the two line separators cannot end or break its text. */
export const inScript = (data: object): string =>
  JSON.stringify(data).replace(
    /[<\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

/** A sitemap of these paths, each in every language with its alternates (sitemaps.org). */
export function sitemapXml(origin: string, paths: readonly string[]): string {
  const entries = paths.flatMap((path) => {
    const address = `${origin}${path}`
    const alternates = languages
      .map((one) => `<xhtml:link rel="alternate" hreflang="${one}" href="${escaped(addressIn(address, one))}"/>`)
      .join('')
    return languages.map((one) => `<url><loc>${escaped(addressIn(address, one))}</loc>${alternates}</url>`)
  })
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">${entries.join('')}</urlset>\n`
}

type FeedItem = { id: number; title: string; body: string; publishedAt: number; link: string }

/** Notices as RSS 2.0, newest first. `self`: the feed's own address. */
export function rssFeed(feed: {
  title: string
  description: string
  link: string
  self: string
  language: Language
  items: readonly FeedItem[]
}): string {
  const items = feed.items.map(
    ({ id, title, body, publishedAt, link }) =>
      `<item><title>${escaped(title)}</title><link>${escaped(link)}</link><guid isPermaLink="false">${escaped(feed.self)}#${id}</guid><pubDate>${new Date(publishedAt).toUTCString()}</pubDate><description>${escaped(body)}</description></item>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel><title>${escaped(feed.title)}</title><link>${escaped(feed.link)}</link><description>${escaped(feed.description)}</description><language>${feed.language}</language><atom:link href="${escaped(feed.self)}" rel="self" type="application/rss+xml"/>${items.join('')}</channel></rss>\n`
}

/**
 * Tells crawlers what they may read: no list that names candidates, no desk, and nothing of a demo. `bases`: of the
 * portals; `cellBases`: of their desks.
 */
export function robotsText(
  portals: readonly { base: string; cellBase: string; origin: string }[],
  isDemo: boolean,
): string {
  if (isDemo) return 'User-agent: *\nDisallow: /\n'
  const kept = portals.flatMap(({ base, cellBase }) => [
    cellBase,
    ...['api/', 'merit-lists/', 'allotment/', 'meritstatus/', 'institute_wise_Allotment'].map((part) => base + part),
  ])
  return [
    'User-agent: *',
    ...kept.map((path) => `Disallow: ${path}`),
    ...portals.map(({ base, origin }) => `Sitemap: ${origin}${href(base, 'sitemap.xml')}`),
    '',
  ].join('\n')
}

/** The web app manifest of a portal in a language. */
export const appManifest = (facts: {
  base: string
  home: string
  name: string
  shortName: string
  description: string
  language: Language
}): object => ({
  id: facts.base,
  name: facts.name,
  short_name: facts.shortName,
  description: facts.description,
  lang: facts.language,
  dir: 'ltr',
  start_url: facts.home,
  scope: facts.base,
  display: 'standalone',
  background_color: '#ffffff',
  theme_color: '#173f50',
  icons: [192, 512].flatMap((size) =>
    (['any', 'maskable'] as const).map((purpose) => ({
      src: href(facts.base, 'icon-:size.png', { size }),
      sizes: `${size}x${size}`,
      type: 'image/png',
      purpose,
    })),
  ),
})
