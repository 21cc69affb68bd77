import { useEffect, useRef } from 'react'
import { PaymentHead } from '#pages/parts/payments/PaymentHead.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Button } from '#pages/ui/form/Button.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import type { load } from './page.server'

const pageOf = {
  'application-fee': 'payment',
  'difference-fee': 'payment',
  'conversion-fee': 'convert-fee',
  'seat-acceptance': 'self-arc-home',
} as const

/**
 * The form that posts to the gateway, sent at once: the page before has said what there is to know. Without JavaScript the
 * button sends it.
 */
export default function Page() {
  const { base, data } = useView<typeof load>()
  const t = useT()
  const { amount, due, reference, checkout } = data
  const gateway = t(`payments:gateway.${data.gateway}`)
  const back = href(base, pageOf[due])
  const form = useSentAtOnce(back)
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
        <form ref={form} method={checkout.method} action={checkout.action}>
          {Object.entries(checkout.fields).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <div className="actions">
            <Button>{t('payments:checkout.go', { gateway })}</Button>
            <a href={back}>{t('payments:checkout.later')}</a>
          </div>
        </form>
      </Card>
    </>
  )
}

/** Sends the form. The way back from the gateway then leads to `back`, not to this page, which would send it again. */
function useSentAtOnce(back: string) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    history.replaceState(history.state, '', back)
    form.current?.submit()
  }, [back])
  return form
}
