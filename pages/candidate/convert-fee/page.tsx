import { PayCard } from '#pages/parts/payments/PayCard.tsx'
import { PaymentBanner } from '#pages/parts/payments/PaymentBanner.tsx'
import { PendingPayment } from '#pages/parts/payments/PendingPayment.tsx'
import { Findings } from '#pages/parts/scrutiny/Findings.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Facts } from '#pages/ui/data/Facts.tsx'
import { href } from '#pages/ui/href.ts'
import { Breadcrumb } from '#pages/ui/shell/Breadcrumb.tsx'
import { useT, useView } from '#pages/ui/view.ts'
import type { load } from './page.server'

/** The fee that is due because a claim was removed: the reason, the amount and the payment form. */
export default function Page() {
  const { base, data } = useView<typeof load>()
  const t = useT()
  const { removed, reasons, unfulfilled, seat, running, mayComplain } = data
  const title = t('signedin:menu.convert-fee')
  return (
    <>
      <Breadcrumb trail={[{ title: t('shell:menu.dashboard'), href: href(base, 'dashboard') }, { title }]} />
      <h1>{title}</h1>
      <p className="lead">{t('scrutiny:convert.lead')}</p>
      {running?.standing === 'pending' && <PendingPayment attempt={running} />}
      {data.ended && (
        <PaymentBanner
          kind={data.ended.kind}
          title={t(`payments:pay.${data.ended.kind}-title`, { amount: data.ended.amount })}
        >
          {data.ended.known} {data.ended.next}
        </PaymentBanner>
      )}
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
      {seat && (
        <Card title={t('scrutiny:convert.seat')}>
          <p>
            {seat.isKept
              ? t('scrutiny:convert.seat-kept', { choiceCode: seat.choiceCode })
              : t('scrutiny:convert.seat-ended', { choiceCode: seat.choiceCode, round: seat.round })}
          </p>
        </Card>
      )}
    </>
  )
}

/** The payment form while the fee can be paid, and how its amount comes about. */
function Sums() {
  const { data } = useView<typeof load>()
  const t = useT()
  const { applies, paidBefore, fee, paid, due, isPayable, running } = data
  const sums = (
    <Facts
      facts={[
        applies && { label: t('scrutiny:convert.fee'), value: applies },
        { label: t('scrutiny:convert.paid-before'), value: paidBefore },
        { label: t('scrutiny:convert.asked'), value: fee },
        { label: t('scrutiny:convert.paid'), value: paid },
      ]}
    />
  )
  if (!due || !isPayable) return <Card title={t('scrutiny:convert.sums')}>{sums}</Card>
  return (
    <PayCard due="conversion-fee" title={t('scrutiny:convert.to-pay')} amount={due} running={running}>
      <p>{t('scrutiny:convert.no-date')}</p>
      {sums}
    </PayCard>
  )
}
