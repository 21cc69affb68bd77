import { menuAddress } from '#pages/ui/addresses.ts'
import { Card } from '#pages/ui/data/Card.tsx'
import { href } from '#pages/ui/href.ts'
import { shortYear } from '#pages/ui/shell/short-year.ts'
import { useT, useView } from '#pages/ui/view.ts'
import { publicMenu } from '#server/domain/site/menu.ts'
import { sitePages, titlesOfSitePages } from '#server/domain/site/site-pages.ts'
import type { TextKey } from '#server/i18n/keys.ts'

/** Every public page, by the groups of the menu. */
export default function Page() {
  const { base, course } = useView()
  const t = useT()
  const groups = publicMenu(course.loginLinks, course.firstLines, course.rounds, course.hasSso)
  return (
    <>
      <h1>{t('shell:title.sitemap')}</h1>
      <p className="lead">{t('sitemap:lead')}</p>
      {groups.map(({ title, items, parts = [{ title: '', items }] }) => (
        <Card key={title} title={title ? t(title as TextKey, { year: shortYear(course.academicYear) }) : course.title}>
          <div className="stack">
            {parts.map((part) => (
              <div key={part.title}>
                {part.title && <h3>{t(part.title as TextKey)}</h3>}
                <ul className="plain">
                  {part.items.map((item) => (
                    <li key={item.title + item.path}>
                      <a
                        href={menuAddress(base, { ...item, info: {} })}
                        {...(item.windowopen && { 'data-full': true })}
                      >
                        {t(item.title as TextKey, item.info)}
                      </a>
                    </li>
                  ))}
                </ul>
              </div>
            ))}
          </div>
        </Card>
      ))}
      <Card title={t('sitemap:proof')}>
        <ul className="plain">
          <li>
            <a href={href(base, 'public-log')}>{t('sitemap:log')}</a>
          </li>
          <li>
            <a href={href(base, 'check-letter')}>{t('sitemap:letter')}</a>
          </li>
        </ul>
      </Card>
      <Card title={t('sitemap:policies')}>
        <ul className="plain">
          {sitePages.map((route) => (
            <li key={route}>
              <a href={href(base, route)}>{t(titlesOfSitePages[route])}</a>
            </li>
          ))}
        </ul>
      </Card>
      {course.otherPortals.length > 0 && (
        <Card title={t('sitemap:other')}>
          <ul className="plain">
            {course.otherPortals.map((portal) => (
              <li key={portal.href}>
                <a href={portal.href}>{portal.title}</a>
              </li>
            ))}
          </ul>
        </Card>
      )}
    </>
  )
}
