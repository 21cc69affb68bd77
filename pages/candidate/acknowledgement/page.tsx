import { Fragment } from 'react'
import { printableAddress } from '../../ui/addresses'
import { Banner } from '../../ui/Banner'
import { Breadcrumb } from '../../ui/Breadcrumb'
import { Button } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { href } from '../../ui/href'
import { useT, useView } from '../../ui/view'
import type { load } from './page.server'

type Loaded = () => NonNullable<ReturnType<typeof load>>

/** The receipt-cum-acknowledgement: that the form is confirmed, and for what its candidate is considered. */
export default function Page() {
  const { base, data, session } = useView<Loaded>()
  const t = useT()
  const { confirmed, version, checkedBy, considered, documents, fee, convertDue, removed } = data
  const title = t('shell:menu.acknowledgement')
  return (
    <>
      <Breadcrumb trail={[{ title: t('shell:menu.dashboard'), href: href(base, 'dashboard') }, { title }]} />
      <h1>{title}</h1>
      <p className="lead">{t('scrutiny:ack.lead')}</p>
      <Banner
        tone="ok"
        title={t('scrutiny:ack.confirmed')}
        action={<Button href={printableAddress(base, 'acknowledgement')}>{t('scrutiny:ack.pdf')}</Button>}
      >
        <dl className="facts num">
          <dt>{t('shell:application-id')}</dt>
          <dd>{session?.details.user_id}</dd>
          <dt>{t('scrutiny:ack.at')}</dt>
          <dd>{confirmed}</dd>
          <dt>{t('scrutiny:ack.version')}</dt>
          <dd>{version}</dd>
          <dt>{t('scrutiny:ack.officer')}</dt>
          <dd>{checkedBy}</dd>
        </dl>
      </Banner>
      <Card title={t('scrutiny:ack.considered')}>
        <dl className="facts">
          {considered.map(({ label, value }) => (
            <Fragment key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </Fragment>
          ))}
          {removed && (
            <>
              <dt>{t('scrutiny:ack.removed')}</dt>
              <dd>{removed}</dd>
            </>
          )}
          <dt>{t('scrutiny:ack.fee')}</dt>
          <dd className="num">{fee}</dd>
          {convertDue && (
            <>
              <dt>{t('scrutiny:ack.convert-due')}</dt>
              <dd className="num">{convertDue}</dd>
            </>
          )}
        </dl>
        {convertDue && (
          <div className="actions">
            <Button href={href(base, 'convert-fee')}>{t('scrutiny:convert.task-go')}</Button>
          </div>
        )}
      </Card>
      <Card title={t('scrutiny:ack.documents')}>
        <ul>
          {documents.map((name) => (
            <li key={name}>{name}</li>
          ))}
        </ul>
      </Card>
    </>
  )
}
