import { PendingPayment } from '../../payments-parts/PendingPayment'
import { Findings } from '../../scrutiny-parts/Findings'
import { Breadcrumb } from '../../ui/Breadcrumb'
import { Card } from '../../ui/Card'
import { Form } from '../../ui/Form'
import { href } from '../../ui/href'
import { useT, useView } from '../../ui/view'
import type { load } from './page.server'

/** The fee that fell due because scrutiny removed a claim: why, how much, and the way to pay it. */
export default function Page() {
  const { base, data } = useView<typeof load>()
  const t = useT()
  const { removed, reasons, unfulfilled, running, mayComplain } = data
  const title = t('shell:menu.convert-fee')
  return (
    <>
      <Breadcrumb trail={[{ title: t('shell:menu.dashboard'), href: href(base, 'dashboard') }, { title }]} />
      <h1>{title}</h1>
      <p className="lead">{t('scrutiny:convert.lead')}</p>
      {running?.standing === 'pending' && <PendingPayment attempt={running} />}
      <Sums />
      {removed.length > 0 && (
        <Card title={t('scrutiny:convert.removed')}>
          <p>{removed.map((claim) => t(`scrutiny:fact.${claim}`)).join(', ')}</p>
          <Findings found={reasons} />
          <p>{t(mayComplain ? 'scrutiny:convert.keep' : 'scrutiny:convert.keep-final')}</p>
        </Card>
      )}
      {unfulfilled.length > 0 && (
        <Card title={t('scrutiny:convert.unfulfilled')}>
          <ul>
            {unfulfilled.map(({ kind, claim, status }) => (
              <li key={kind}>
                {t(`scrutiny:convert.unfulfilled-${status}`, {
                  claim: t(`scrutiny:fact.${claim}`),
                  kind: t(`documents:kind.${kind}`),
                })}
              </li>
            ))}
          </ul>
        </Card>
      )}
    </>
  )
}

/** How the sum comes about, and the way to the gateway. */
function Sums() {
  const { data } = useView<typeof load>()
  const t = useT()
  const { applies, paidBefore, fee, paid, due, isPayable, running } = data
  return (
    <Card tone="next" title={t('payments:due.conversion-fee')}>
      <dl className="facts num">
        {applies && (
          <>
            <dt>{t('scrutiny:convert.fee')}</dt>
            <dd>{applies}</dd>
          </>
        )}
        <dt>{t('scrutiny:convert.paid-before')}</dt>
        <dd>{paidBefore}</dd>
        <dt>{t('scrutiny:convert.asked')}</dt>
        <dd>{fee}</dd>
        <dt>{t('scrutiny:convert.paid')}</dt>
        <dd>{paid}</dd>
      </dl>
      {due ? (
        <>
          <p>{t('scrutiny:convert.due')}</p>
          <p className="payment-sum num">{due}</p>
          {isPayable && (
            <Form
              submit={running ? t('payments:pay.go-on', { amount: due }) : t('scrutiny:convert.go', { amount: due })}
              pending={t('payments:pay.pending')}
              name="pay"
            >
              <input type="hidden" name="due" value="conversion-fee" />
            </Form>
          )}
        </>
      ) : (
        <p>{t('scrutiny:convert.done')}</p>
      )}
    </Card>
  )
}
