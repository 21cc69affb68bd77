import { PurposeTable } from '#pages/parts/privacy/PurposeTable.tsx'
import { RetentionTable } from '#pages/parts/privacy/RetentionTable.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import type { load } from './page.server'

/** The register of processing. Source: rules §13.6. */
export default function Page() {
  const { cellBase, data } = useView<typeof load>()
  const t = useT()
  return (
    <>
      <h1>{t('staff:menu.data-register')}</h1>
      <p className="lead">{t('dataoffice:register.lead')}</p>
      <p>{t('dataoffice:register.controller', data.controller)}</p>
      <Card title={t('dataoffice:register.purposes')}>
        <PurposeTable purposes={data.purposes} />
      </Card>
      <Card title={t('dataoffice:register.retention')}>
        <div className="stack">
          <p>{t('mydata:keep.about')}</p>
          <RetentionTable plan={data.plan} caption={t('dataoffice:register.retention')} />
          <p>{t('dataoffice:register.job')}</p>
          <p>{t('dataoffice:register.audit')}</p>
          <ul className="plain">
            <li>
              <a href={href(cellBase, 'audit', undefined, { act: 'privacy.restricted' })}>
                {t('dataoffice:register.restrictions')}
              </a>
            </li>
            <li>
              <a href={href(cellBase, 'audit', undefined, { act: 'privacy.erased' })}>
                {t('dataoffice:register.erasures')}
              </a>
            </li>
            <li>
              <a href={href(cellBase, 'settings/:setting', { setting: 'personal-data' })}>
                {t('dataoffice:register.days')}
              </a>
            </li>
          </ul>
        </div>
      </Card>
    </>
  )
}
