import type { FastifyReply } from 'fastify'
import { calendarOf } from '#server/domain/site/calendar.ts'
import { indexedPages } from '#server/domain/site/site-pages.ts'
import { href } from '#server/domain/terms/href.ts'
import type { Activity } from '#server/domain/terms/schedule.ts'
import { appManifest, rssFeed, sitemapXml } from '#server/http/discovery.ts'
import type { AskedFile } from '#server/http/pages/files.ts'
import { translate } from '#server/i18n/texts.ts'
import type { Language } from '#server/kernel/languages.ts'
import { portalIcon } from './icon'
import type { Portal } from './pages'

export type DiscoveryFile =
  | 'importantdate.ics'
  | 'importantdate/:key.ics'
  | 'sitemap.xml'
  | 'notices.rss'
  | 'manifest.webmanifest'
  | 'icon-:size.png'
  | 'logo-:mark.png'
  | 'service-worker.js'

/** The most notices in the feed. */
const mostNotices = 50

/** Any cache may keep the file for some minutes. */
export const forEverybody = (reply: FastifyReply, type: string) =>
  reply.header('cache-control', 'public, max-age=300').header('vary', 'cookie').type(type)

/** The files that search engines, feed readers and browsers look for. Source: rules §11.5. */
export function discoveryFiles({ services, base, assets, pages }: Portal) {
  const { course } = services
  const origin = services.publicUrl

  const sendCalendar = (reply: FastifyReply, name: string, file: string) =>
    forEverybody(reply, 'text/calendar; charset=utf-8')
      .header('content-disposition', `attachment; filename="${name}"`)
      .send(file)

  /** Those of the dates to come that are wanted, for a calendar; null if none is. */
  function calendarIn(language: Language, isWanted: (activity: Pick<Activity, 'key'>) => boolean): string | null {
    const { notices, clock } = services
    const wanted = notices.schedule().filter((activity) => activity.state !== 'past' && isWanted(activity))
    if (!wanted.length) return null
    const changedAt = notices.datesChangedAt()
    return calendarOf(wanted, {
      slug: course.slug,
      name: course.courseShortTitle[language],
      language,
      now: clock.portal(),
      changedAt: (key) => changedAt.get(key) ?? 0,
      url: `${origin()}${href(base, 'importantdate')}`,
    })
  }

  /** Every page that may be listed, those of the institutes included. */
  function listedPaths(): string[] {
    const institutes = services.seats.institutes({}).slice()
    return [
      ...indexedPages.flatMap((route) => (route === 'institude-list/:code' ? [] : [href(base, route)])),
      ...institutes.map(({ instituteCode: code }) => href(base, 'institude-list/:code', { code })),
    ]
  }

  return {
    'sitemap.xml': ({ reply }: AskedFile<null>) =>
      forEverybody(reply, 'application/xml; charset=utf-8').send(sitemapXml(origin(), listedPaths())),

    'notices.rss'({ reply, language }: AskedFile<null>) {
      const words = { course: course.courseTitle[language], year: course.academicYear, cell: course.cellName[language] }
      const link = `${origin()}${href(base, 'notifications', undefined, { lang: language })}`
      const feed = rssFeed({
        title: translate(language, 'http:site.feed', words),
        description: translate(language, 'http:site.description', words),
        link,
        self: `${origin()}${href(base, 'notices.rss')}`,
        language,
        items: services.notices.published('notice', mostNotices).map(({ id, title, body, publishedAt }) => ({
          id,
          title: title[language],
          body: body[language],
          publishedAt,
          link: `${link}#notice-${id}`,
        })),
      })
      return forEverybody(reply, 'application/rss+xml; charset=utf-8').send(feed)
    },

    'importantdate.ics'({ request, reply, language }: AskedFile<null>) {
      const file = calendarIn(language, () => true)
      return file ? sendCalendar(reply, 'dates.ics', file) : pages.sendError(request, reply, 404, null)
    },

    'importantdate/:key.ics'({ request, reply, language, params }: AskedFile<null, { key: string }>) {
      const file = calendarIn(language, ({ key }) => key === params.key)
      return file ? sendCalendar(reply, `${params.key}.ics`, file) : pages.sendError(request, reply, 404, null)
    },

    'manifest.webmanifest'({ reply, language }: AskedFile<null>) {
      const words = { course: course.courseTitle[language], year: course.academicYear, cell: course.cellName[language] }
      const manifest = appManifest({
        base,
        home: href(base, 'home'),
        name: course.courseTitle[language],
        shortName: course.courseShortTitle[language],
        description: translate(language, 'http:site.description', words),
        language,
      })
      return forEverybody(reply, 'application/manifest+json; charset=utf-8').send(JSON.stringify(manifest))
    },

    async 'icon-:size.png'({ request, reply, params: { size } }: AskedFile<null, { size: string }>) {
      const icon = await portalIcon(size)
      if (!icon) return pages.sendError(request, reply, 404, null)
      return reply.header('cache-control', 'public, max-age=86400').type('image/png').send(icon)
    },

    /** The cell's own logo, which its mark names for ever. */
    'logo-:mark.png'({ request, reply, params: { mark } }: AskedFile<null, { mark: string }>) {
      const picture = services.cellPictures.findPublic(mark)
      if (picture?.part !== 'logo') return pages.sendError(request, reply, 404, null)
      return reply
        .header('cache-control', 'public, max-age=31536000, immutable')
        .type(picture.mediaType)
        .send(Buffer.from(picture.bytes))
    },

    /** The browser asks for it at each visit and compares. A server without a build has none. */
    'service-worker.js'({ request, reply }: AskedFile<null>) {
      if (assets.serviceWorker === null) return pages.sendError(request, reply, 404, null)
      return reply.header('cache-control', 'no-cache').type('text/javascript; charset=utf-8').send(assets.serviceWorker)
    },
  }
}
