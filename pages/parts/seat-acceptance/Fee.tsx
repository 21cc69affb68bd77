import type { show } from '#pages/candidate/self-arc-home/page.server.ts'
import { Leaving } from '#pages/parts/payments/Leaving.tsx'
import { PendingPayment } from '#pages/parts/payments/PendingPayment.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Form } from '#pages/ui/form/Form.tsx'
import { useT, useView } from '#pages/ui/view.ts'

/** The fee that completes the acceptance, while it can be paid or is on its way. */
export function Fee() {
  const { data } = useView<typeof show>()
  const t = useT()
  const { amount, by, isPayable, running } = data.fee
  if (running?.standing === 'pending') return <PendingPayment attempt={running} />
  if (!isPayable) return null
  return (
    <Card title={t('payments:due.seat-acceptance')}>
      <p>{t('acceptance:fee.about', { decision: t(`acceptance:decision.${data.recorded.decision!}`) })}</p>
      <p className="sum">{amount}</p>
      {by && <p>{t('acceptance:fee.by', { by })}</p>}
      <p>{t('acceptance:fee.once')}</p>
      <Leaving />
      <Form
        submit={t(running ? 'payments:pay.go-on' : 'payments:pay.go', { amount })}
        pending={t('payments:pay.pending')}
        name="pay"
      >
        <input type="hidden" name="intent" value="pay" />
      </Form>
    </Card>
  )
}
