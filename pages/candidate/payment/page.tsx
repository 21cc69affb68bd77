import { Onward } from '#pages/parts/application/Onward.tsx'
import { SubmitBy } from '#pages/parts/application/SubmitBy.tsx'
import { PayCard } from '#pages/parts/payments/PayCard.tsx'
import { PaymentBanner } from '#pages/parts/payments/PaymentBanner.tsx'
import { PendingPayment } from '#pages/parts/payments/PendingPayment.tsx'
import { StatusTag } from '#pages/parts/payments/StatusTag.tsx'
import { Banner } from '#pages/ui/data/Banner.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { href } from '#pages/ui/href.ts'
import { Breadcrumb } from '#pages/ui/shell/Breadcrumb.tsx'
import { useT, useView } from '#pages/ui/view.ts'
import type { load } from './page.server'

/** Step 7: the application fee. */
export default function Page() {
  const { base, data } = useView<typeof load>()
  const t = useT()
  const title = t('signedin:menu.payment')
  const { due, running, attempts } = data
  const pending = running?.standing === 'pending' ? running : null
  return (
    <>
      <Breadcrumb
        trail={[
          { title: t('shell:menu.dashboard'), href: href(base, 'dashboard') },
          { title: t('signedin:step', { step: 8 }) },
        ]}
      />
      <h1>{title}</h1>
      <SubmitBy until={data.submitBy} isClosed={!data.isPayable} />
      {pending && <PendingPayment attempt={pending} />}
      {data.ended && (
        <PaymentBanner
          kind={data.ended.kind}
          title={t(`payments:pay.${data.ended.kind}-title`, { amount: data.ended.amount })}
        >
          {data.ended.known} {data.ended.next}
        </PaymentBanner>
      )}
      {!due && (data.paid ? <Paid /> : <Nothing />)}
      {due && !pending && <Due />}
      {attempts.length > 0 && <History />}
    </>
  )
}

/** The payment form, with the reason for the amount; or why the fee cannot be paid. */
function Due() {
  const { base, data, session } = useView<typeof load>()
  const t = useT()
  const { due, running, fee, paid } = data
  const { name, amount } = due!
  const { full_name, user_id } = session!.details
  const about = (
    <>
      <p>
        {name === 'difference-fee' ? t('payments:pay.why-difference', { fee: fee ?? '', paid: paid ?? '' }) : data.why}
      </p>
      {data.nonCapBy && <p>{t('payments:pay.non-cap', { by: data.nonCapBy, page: t('signedin:title.non-cap') })}</p>}
      {data.isPayable && <p>{t('payments:pay.not-submitted')}</p>}
      <p>
        {full_name} · {user_id}
      </p>
    </>
  )
  if (data.isPayable) {
    return (
      <>
        <PayCard due={name} amount={amount} final={t('payments:pay.final')} running={running}>
          {about}
        </PayCard>
        <p>
          <a href={href(base, 'documents-details')}>{t('payments:pay.before')}</a>
        </p>
      </>
    )
  }
  return (
    <Card title={t(`payments:due.${name}`)}>
      <p>{t('payments:pay.due-closed')}</p>
      <p className="sum">{amount}</p>
      <div className="stack">{about}</div>
      <Banner tone="warn" title={t('payments:pay.closed')} action={<Onward />}>
        {data.closed} {running?.next}
      </Banner>
    </Card>
  )
}

function Paid() {
  const { data } = useView<typeof load>()
  const t = useT()
  const receipts = data.attempts.filter(({ receipt }) => receipt)
  return (
    <>
      <PaymentBanner kind="paid" title={t('payments:pay.paid-title', { amount: data.paid ?? '' })}>
        {t('payments:pay.paid-text')} {data.next} {data.tooLate}
        {data.isPaidAboveFee && t('payments:pay.paid-more', { fee: data.fee ?? '' })}
      </PaymentBanner>
      <div className="actions">
        <Onward />
        {receipts.map(({ id, receipt, reference }) => (
          <a key={id} href={receipt!}>
            {t('payments:attempt.receipt')} {reference}
          </a>
        ))}
      </div>
    </>
  )
}

function Nothing() {
  const t = useT()
  return (
    <Card tone="narrow" title={t('payments:pay.nothing-title')}>
      <p>{t('payments:pay.nothing-text')}</p>
      <div className="actions">
        <Onward />
      </div>
    </Card>
  )
}

/** Every attempt in one line. The transactions page has the details. */
function History() {
  const { base, data } = useView<typeof load>()
  const t = useT()
  return (
    <Card title={t('payments:pay.history')}>
      <ul className="tasks">
        {data.attempts.map(({ id, due, amount, standing, begun, reference }) => (
          <li key={id}>
            <div className="grow">
              {t(`payments:due.${due}`)} <b>{amount}</b>
              <small>
                {begun} · <span className="reference">{reference}</span>
              </small>
            </div>
            <StatusTag standing={standing} />
          </li>
        ))}
      </ul>
      <a href={href(base, 'transactions-logs')}>{t('payments:pay.all')}</a>
    </Card>
  )
}
