import { sitePages, titlesOfSitePages } from '#server/domain/site/site-pages.ts'
import { href } from '../href'
import { useT, useView } from '../view'

/** The cell's address, the date and the "best viewed" sentence of rules §17.2, and links to other pages and portals. */
export function FooterLines() {
  const { base, course } = useView()
  const t = useT()
  return (
    <>
      <p>
        {course.cellName}, {course.cellAddress}
      </p>
      <ul>
        <li>
          <a href={href(base, 'contactus')}>{t('shell:menu.contactus')}</a>
        </li>
        <li>
          <a href={href(base, 'privacyandpolicy')}>{t('shell:menu.privacyandpolicy')}</a>
        </li>
        {sitePages.map((route) => (
          <li key={route}>
            <a href={href(base, route)}>{t(titlesOfSitePages[route])}</a>
          </li>
        ))}
      </ul>
      {course.otherPortals.length > 0 && (
        <p className="others">
          {t('shell:footer.other-portals')}:{' '}
          {course.otherPortals.map((portal) => (
            <a key={portal.href} href={portal.href}>
              {portal.title}
            </a>
          ))}
        </p>
      )}
      <p className="edition">
        © {course.footerDate} · {t('shell:footer.best-viewed')}
      </p>
    </>
  )
}
