import { CaseFacts, ReturnFacts } from '#pages/parts/cancellation/CaseFacts.tsx'
import { Banner } from '#pages/ui/data/Banner.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Button } from '#pages/ui/form/Button.tsx'
import { Form } from '#pages/ui/form/Form.tsx'
import { href } from '#pages/ui/href.ts'
import { Breadcrumb } from '#pages/ui/shell/Breadcrumb.tsx'
import { useT, useView } from '#pages/ui/view.ts'
import type { load } from './page.server'

/** A cancelled admission: the letter, and both halves of the record. */
export default function Page() {
  const { base, data } = useView<typeof load>()
  const t = useT()
  const { returned, due, isLate } = data
  return (
    <>
      <Breadcrumb
        trail={[
          { title: t('shell:menu.dashboard'), href: href(base, 'dashboard') },
          { title: t('cancellation:print.title') },
        ]}
      />
      <h1>{t('cancellation:print.title')}</h1>
      <Banner
        tone="info"
        title={t('cancellation:print.final')}
        action={
          <Button href={href(base, 'cancel-admission-application-form-print.pdf')}>
            {t('cancellation:print.pdf')}
          </Button>
        }
      >
        <p>
          {t('cancellation:print.left')} {!returned && t('cancellation:print.show')}
        </p>
      </Banner>
      <Card title={t('cancellation:print.request')}>
        <CaseFacts one={data} />
      </Card>
      <Card title={t('cancellation:print.return')}>
        {returned ? (
          <>
            <ReturnFacts returned={returned} />
            {returned.received === null && returned.mode !== 'nothing-paid' && (
              <Form submit={t('cancellation:print.received')} name="received" kind="quiet">
                <p>{t('cancellation:print.received-about')}</p>
              </Form>
            )}
            <p>{t('cancellation:print.differs')}</p>
          </>
        ) : (
          <p>{t(isLate ? 'cancellation:print.late' : 'cancellation:print.waits', { due })}</p>
        )}
      </Card>
    </>
  )
}
