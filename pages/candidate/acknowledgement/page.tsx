import { SharedComputer } from '#pages/parts/accounts/SharedComputer.tsx'
import { Banner } from '#pages/ui/data/Banner.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Facts } from '#pages/ui/data/Facts.tsx'
import { Button } from '#pages/ui/form/Button.tsx'
import { href } from '#pages/ui/href.ts'
import { Breadcrumb } from '#pages/ui/shell/Breadcrumb.tsx'
import { useT, useView } from '#pages/ui/view.ts'
import type { load } from './page.server'

/** The receipt-cum-acknowledgement: confirms the form and lists the claims under which the candidate is considered. */
export default function Page() {
  const { base, data, session } = useView<typeof load>()
  const t = useT()
  const { confirmed, version, checkedBy, considered, documents, fee, convertDue, removed } = data
  const title = t('signedin:menu.acknowledgement')
  return (
    <>
      <Breadcrumb trail={[{ title: t('shell:menu.dashboard'), href: href(base, 'dashboard') }, { title }]} />
      <h1>{title}</h1>
      <p className="lead">{t('scrutiny:ack.lead')}</p>
      <Banner
        tone="ok"
        title={t('scrutiny:ack.confirmed')}
        action={
          <Button kind={convertDue ? 'quiet' : 'primary'} href={href(base, 'acknowledgement.pdf')}>
            {t('scrutiny:ack.pdf')}
          </Button>
        }
      >
        <Facts
          facts={[
            { label: t('shell:application-id'), value: session?.details.user_id },
            { label: t('scrutiny:ack.at'), value: confirmed },
            { label: t('scrutiny:ack.version'), value: version },
            { label: t('scrutiny:ack.officer'), value: checkedBy },
          ]}
        />
      </Banner>
      <Card title={t('scrutiny:ack.considered')}>
        <Facts
          facts={[
            ...considered,
            removed && { label: t('scrutiny:ack.removed'), value: removed },
            { label: t('scrutiny:ack.fee'), value: fee },
            convertDue && { label: t('scrutiny:ack.convert-due'), value: convertDue },
          ]}
        />
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
      <SharedComputer />
    </>
  )
}
