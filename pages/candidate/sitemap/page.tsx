import { publicMenu } from '../../../server/domain/portal/menu'
import { sitePages, titlesOfSitePages } from '../../../server/domain/portal/site-pages'
import type { TextKey } from '../../../server/i18n/keys'
import { menuAddress } from '../../ui/addresses'
import { Card } from '../../ui/data/Card'
import { href } from '../../ui/href'
import { shortYear } from '../../ui/shell/short-year'
import { useT, useView } from '../../ui/view'

/** Every public page, by the groups of the menu. */
export default function Page() {
  const { base, course } = useView()
  const t = useT()
  const groups = publicMenu(course.loginLinks, course.firstLines, course.rounds, course.hasSso)
  return (
    <>
      <h1>{t('shell:title.sitemap')}</h1>
      <p className="lead">{t('policies:sitemap.lead')}</p>
      {groups.map(({ title, items }) => (
        <Card key={title} title={title ? t(title as TextKey, { year: shortYear(course.academicYear) }) : course.title}>
          <ul className="plain">
            {items.map((item) => (
              <li key={item.title + item.path}>
                <a href={menuAddress(base, { ...item, info: {} })} {...(item.windowopen && { 'data-full': true })}>
                  {t(item.title as TextKey, item.info)}
                </a>
              </li>
            ))}
          </ul>
        </Card>
      ))}
      <Card title={t('policies:sitemap.policies')}>
        <ul className="plain">
          {sitePages.map((route) => (
            <li key={route}>
              <a href={href(base, route)}>{t(titlesOfSitePages[route])}</a>
            </li>
          ))}
        </ul>
      </Card>
      {course.otherPortals.length > 0 && (
        <Card title={t('policies:sitemap.other')}>
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
