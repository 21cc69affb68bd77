import { Card } from '../../ui/data/Card'
import { href } from '../../ui/href'
import { Banner } from '../../ui/shell/Banner'
import { useT, useView } from '../../ui/view'
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
      <p className="lead">{t(data.doConfirm ? 'centres:list.lead' : 'centres:list.lead-help')}</p>
      {data.doConfirm && (
        <Banner
          tone="info"
          action={mayVisit && <a href={href(base, 'appointment')}>{t('shell:title.appointment')}</a>}
          title={t('centres:list.visit')}
        >
          {t('centres:current.bring')}
        </Banner>
      )}
      {regions.length === 0 && <p>{t('centres:list.none')}</p>}
      {regions.map(({ name, centres }) => (
        <Card key={name} title={t('centres:list.region', { name })}>
          <ul className={styles.centres}>
            {centres.map(({ code, name, district, address }) => (
              <li key={code}>
                <h3>{name}</h3>
                <p>{address}</p>
                <p>
                  {district} · {code}
                </p>
              </li>
            ))}
          </ul>
        </Card>
      ))}
      <p className="lead">{t('centres:list.ask', contact)}</p>
    </>
  )
}
