import { useT, useView } from '../../ui/view'
import type { load } from './page.server'
import { type Section, sections } from './sections'
import './page.css'

/** The privacy notice and the terms of use. */
export default function Page() {
  const { data } = useView<typeof load>()
  const t = useT()
  return (
    <>
      <h1>{t('privacy:title')}</h1>
      <p className="lead">{t('privacy:lead', data.values)}</p>
      <nav className="card narrow" aria-labelledby="privacy-contents">
        <h2 id="privacy-contents">{t('privacy:contents')}</h2>
        <ul className="page-contents">
          {sections.map(({ id, title }) => (
            <li key={id}>
              <a href={`#${id}`}>{t(title)}</a>
            </li>
          ))}
        </ul>
      </nav>
      <div className="prose privacy-notice">
        {sections.map((section) => (
          <SectionText key={section.id} section={section} />
        ))}
      </div>
    </>
  )
}

function SectionText({ section: { id, title, lead, points, closing } }: { section: Section }) {
  const { data } = useView<typeof load>()
  const t = useT()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} tabIndex={-1}>
        {t(title)}
      </h2>
      {lead && <p>{t(lead, data.values)}</p>}
      {points && (
        <ul>
          {points.map((point) => (
            <li key={point}>{t(point)}</li>
          ))}
        </ul>
      )}
      {id === 'cookies' && <CookieTable />}
      {closing && <p>{t(closing)}</p>}
    </section>
  )
}

function CookieTable() {
  const { data } = useView<typeof load>()
  const t = useT()
  return (
    <table className="cookies">
      <thead>
        <tr>
          <th scope="col">{t('privacy:cookie-name')}</th>
          <th scope="col">{t('privacy:cookie-purpose')}</th>
        </tr>
      </thead>
      <tbody>
        {data.cookies.map(({ names, purpose, life }) => (
          <tr key={purpose}>
            <td>
              {names.map((name) => (
                <code key={name}>{name}</code>
              ))}
              <small>{t(`privacy:life-${life}`)}</small>
            </td>
            <td>{t(`privacy:cookie-${purpose}`)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
