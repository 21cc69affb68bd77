import { Card } from '#pages/ui/data/Card.tsx'
import { Facts } from '#pages/ui/data/Facts.tsx'
import { Button } from '#pages/ui/form/Button.tsx'
import { useT, useView } from '#pages/ui/view.ts'
import type { GatewayView } from './page.server'

/** The demo's substitute for a gateway's page; the visitor decides the outcome of the payment. */
export default function Page() {
  const { url, data } = useView<() => GatewayView>()
  const t = useT()
  const { amount, reference, isPaid } = data
  return (
    <>
      <h1>{t('payments:demo.title')}</h1>
      <p className="lead">{t('payments:demo.lead')}</p>
      <Card tone="narrow" title={isPaid ? t('payments:demo.paid') : t('payments:demo.what')}>
        <Facts
          facts={[
            { label: t('payments:demo.order'), value: reference },
            { label: t('payments:demo.amount'), value: amount },
          ]}
        />
        {isPaid && <p>{t('payments:demo.paid-about')}</p>}
        <form method="post" action={url.split('?')[0]} className="actions">
          <Button name="outcome" value="succeed">
            {t(isPaid ? 'payments:demo.back' : 'payments:demo.succeed')}
          </Button>
          {!isPaid && (
            <>
              <Button name="outcome" value="fail" kind="quiet">
                {t('payments:demo.fail')}
              </Button>
              <Button name="outcome" value="leave-pending" kind="quiet">
                {t('payments:demo.leave-pending')}
              </Button>
            </>
          )}
        </form>
        {!isPaid && <p>{t('payments:demo.again')}</p>}
      </Card>
    </>
  )
}
