import { PurposeTable } from '#pages/parts/privacy/PurposeTable.tsx'
import { RetentionTable } from '#pages/parts/privacy/RetentionTable.tsx'
import { Table } from '#pages/ui/data/Table.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import styles from './page.module.css'
import type { load } from './page.server'
import { type Section, sections } from './sections'

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
        <ul className="plain">
          {sections.map(({ id, title }) => (
            <li key={id}>
              <a href={`#${id}`}>{t(title)}</a>
            </li>
          ))}
        </ul>
      </nav>
      <div className={`prose ${styles.notice}`}>
        {sections.map((section) => (
          <SectionText key={section.id} section={section} />
        ))}
      </div>
    </>
  )
}

function SectionText({ section: { id, title, lead, points, closing } }: { section: Section }) {
  const { base, data } = useView<typeof load>()
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
            <li key={point}>{t(point, data.values)}</li>
          ))}
        </ul>
      )}
      {id === 'what' && (
        <div className="card">
          <PurposeTable purposes={data.purposes} />
        </div>
      )}
      {id === 'keep' && (
        <div className="card">
          <RetentionTable plan={data.plan} caption={t('kept:title')} />
        </div>
      )}
      {id === 'rights' && (
        <p>
          <a href={href(base, 'my-data')}>{t('privacy:rights-go')}</a>
        </p>
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
    <div className={`card ${styles.cookies}`}>
      <Table
        caption={t('privacy:cookies')}
        rows={data.cookies}
        keyOf={({ purpose }) => purpose}
        columns={[
          {
            title: t('privacy:cookie-name'),
            cell: ({ names, life }) => (
              <>
                {names.map((name) => (
                  <code key={name}>{name}</code>
                ))}
                <small>{t(`privacy:life-${life}`)}</small>
              </>
            ),
          },
          { title: t('privacy:cookie-purpose'), cell: ({ purpose }) => t(`privacy:cookie-${purpose}`) },
        ]}
      />
    </div>
  )
}
