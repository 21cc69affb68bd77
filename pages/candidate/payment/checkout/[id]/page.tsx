import { Breadcrumb } from '../../../../ui/Breadcrumb'
import { Button } from '../../../../ui/Button'
import { Card } from '../../../../ui/Card'
import { href } from '../../../../ui/href'
import { useT, useView } from '../../../../ui/view'
import type { load } from './page.server'

type Way = Exclude<Awaited<ReturnType<typeof load>>, null | { to: string }>

/** What will be paid, where, and what to do if the connection breaks; then the gateway's own page. */
export default function Page() {
  const { base, data } = useView<() => Way>()
  const t = useT()
  const title = t('shell:title.checkout')
  const { amount, due, reference, checkout } = data
  const gateway = t(`payments:gateway.${data.gateway}`)
  const trail = [
    { title: t('shell:menu.dashboard'), href: href(base, 'dashboard') },
    { title: t('shell:menu.payment'), href: href(base, 'payment') },
    { title },
  ]
  return (
    <>
      <Breadcrumb trail={trail} />
      <h1>{title}</h1>
      <p className="lead">{t('payments:checkout.lead', { gateway })}</p>
      <Card tone="next">
        <p>
          {t(`payments:due.${due}`)} · <span className="num">{reference}</span>
        </p>
        <p className="payment-sum num">{amount}</p>
        <div className="stack">
          <p>{t('payments:checkout.keep')}</p>
          <p>{t('payments:checkout.not-twice')}</p>
        </div>
        {/* A form of the browser's own: it leads to another site. */}
        <form method={checkout.method} action={checkout.action}>
          {Object.entries(checkout.fields).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <div className="actions">
            <Button>{t('payments:checkout.go', { gateway })}</Button>
            <a href={href(base, 'payment')}>{t('payments:checkout.later')}</a>
          </div>
        </form>
      </Card>
    </>
  )
}
