import { PaymentHead } from '#pages/parts/payments/PaymentHead.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Button } from '#pages/ui/form/Button.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import type { load } from './page.server'

/** The amount, the payee and advice for a broken connection, before the gateway's own page. */
export default function Page() {
  const { base, data } = useView<typeof load>()
  const t = useT()
  const { amount, due, reference, checkout } = data
  const gateway = t(`payments:gateway.${data.gateway}`)
  return (
    <>
      <PaymentHead due={due} title={t('signedin:title.checkout')} lead={t('payments:checkout.lead', { gateway })} />
      <Card tone="next">
        <p>
          {t(`payments:due.${due}`)} · {reference}
        </p>
        <p className="sum">{amount}</p>
        <div className="stack">
          <p>{t('payments:checkout.keep')}</p>
          <p>{t('payments:checkout.not-twice')}</p>
        </div>
        {/* A native form, because it posts to another site. */}
        <form method={checkout.method} action={checkout.action}>
          {Object.entries(checkout.fields).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <div className="actions">
            <Button>{t('payments:checkout.go', { gateway })}</Button>
            <a href={href(base, due === 'seat-acceptance' ? 'self-arc-home' : 'payment')}>
              {t('payments:checkout.later')}
            </a>
          </div>
        </form>
      </Card>
    </>
  )
}
