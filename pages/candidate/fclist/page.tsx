import { SearchCard } from '#pages/parts/content/SearchCard.tsx'
import { Banner } from '#pages/ui/data/Banner.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Telephones } from '#pages/ui/data/Telephones.tsx'
import { VisuallyHidden } from '#pages/ui/data/VisuallyHidden.tsx'
import { Field } from '#pages/ui/form/Field.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import type { DataOf } from '#server/http/page.ts'
import styles from './page.module.css'
import type { load } from './page.server'

/** The centres that confirm forms in mode 2 and help everybody. */
export default function Page() {
  const { base, session, data } = useView<typeof load>()
  const t = useT()
  const { regions, contact } = data
  const mayVisit = session?.details.mode === 2 && session.permissions.scrutiny
  return (
    <>
      <h1>{t('shell:menu.fclist')}</h1>
      <p className="lead">{t(data.doConfirm ? 'fclist:lead' : 'fclist:lead-help')}</p>
      {data.doConfirm && (
        <Banner
          tone="info"
          action={mayVisit && <a href={href(base, 'appointment')}>{t('shell:title.appointment')}</a>}
          title={t('fclist:visit')}
        >
          {t('fclist:bring')}
        </Banner>
      )}
      {data.hasCentres ? <Search /> : <p>{t('fclist:none')}</p>}
      {regions.map(({ name, centres }) => (
        <Card key={name} title={t('fclist:region', { name })}>
          <ul className={styles.centres}>
            {centres.map((centre) => (
              <li key={centre.code}>
                <Centre centre={centre} />
              </li>
            ))}
          </ul>
        </Card>
      ))}
      <p className="lead">{t('fclist:ask', contact)}</p>
    </>
  )
}

function Search() {
  const { base, data } = useView<typeof load>()
  const t = useT()
  const { asked, count, choices } = data
  return (
    <SearchCard
      label={t('fclist:search')}
      q={asked.q}
      filters={
        <Field kind="select" name="region" label={t('fclist:search-region')} value={asked.region} options={choices} />
      }
      found={
        asked.region || asked.q
          ? {
              words: t('fclist:found', { count }),
              whole: { href: href(base, 'fclist'), words: t('fclist:all') },
            }
          : null
      }
    />
  )
}

type Shown = DataOf<typeof load>['regions'][number]['centres'][number]

function Centre({ centre: { code, name, district, address, phone, directions, map } }: { centre: Shown }) {
  const t = useT()
  return (
    <>
      <h3>{name}</h3>
      <p>{address}</p>
      <p>
        {district} · {code}
      </p>
      {phone && (
        <p>
          <Telephones of={phone} />
        </p>
      )}
      {directions && <p>{directions}</p>}
      <p>
        <a href={map} rel="noopener">
          {t('fclist:map')}
          <VisuallyHidden> {name}</VisuallyHidden>
        </a>
      </p>
    </>
  )
}
