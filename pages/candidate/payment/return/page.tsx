import { AttemptCard } from '../../../parts/payments/AttemptCard'
import { PaymentBanner } from '../../../parts/payments/PaymentBanner'
import { PaymentHead } from '../../../parts/payments/PaymentHead'
import { ReportAt } from '../../../parts/seat-acceptance/ReportAt'
import { useRecheck } from '../../../ui/browser/recheck'
import { Card } from '../../../ui/data/Card'
import { Button } from '../../../ui/form/Button'
import { href } from '../../../ui/href'
import { useT, useView } from '../../../ui/view'
import type { load } from './page.server'

/** Back from the gateway: paid, not paid, or undecided; while undecided, the page checks again automatically. */
export default function Page() {
  const { base, url, data } = useView<typeof load>()
  const t = useT()
  const { attempt, isAway } = data
  const isOpen = attempt !== null && (attempt.standing === 'created' || attempt.standing === 'pending')
  const isPaid = attempt?.standing === 'captured' && data.isNothingDue
  useRecheck(isOpen)
  return (
    <>
      <PaymentHead
        due={attempt?.due}
        title={t('shell:title.payment-return')}
        lead={isOpen ? t('payments:return.lead') : undefined}
      />
      {attempt ? (
        <>
          <div role="status">
            {attempt.standing === 'captured' && (
              <PaymentBanner kind="paid" title={t('payments:pay.paid-title', { amount: attempt.amount })}>
                {t('payments:next.captured')} {data.next}
              </PaymentBanner>
            )}
            {attempt.standing === 'failed' && (
              <PaymentBanner kind="failed" title={t('payments:pay.failed-title')}>
                {t('payments:next.failed')}
              </PaymentBanner>
            )}
            {isOpen && (
              <PaymentBanner
                kind="pending"
                title={t(`payments:known.${attempt.standing === 'pending' ? 'pending' : 'created'}`)}
              >
                {t(isAway ? 'payments:return.away' : 'payments:return.asking')}
              </PaymentBanner>
            )}
          </div>
          <div className="actions">
            {attempt.due === 'seat-acceptance' ? (
              <Button href={href(base, 'self-arc-home')}>{t('shell:menu.seat-acceptance')}</Button>
            ) : attempt.due === 'conversion-fee' ? (
              <Button href={href(base, attempt.standing === 'captured' ? 'dashboard' : 'convert-fee')}>
                {t(attempt.standing === 'captured' ? 'shell:menu.dashboard' : 'shell:menu.convert-fee')}
              </Button>
            ) : isPaid ? (
              <>
                <Button href={href(base, 'print-pdf')}>{t('payments:pay.proceed')}</Button>
                <a href={href(base, 'payment')}>{t('payments:return.to-payment')}</a>
              </>
            ) : (
              <Button href={href(base, 'payment')}>{t('payments:return.to-payment')}</Button>
            )}
            {isOpen && (
              <a href={url} data-full>
                {t('payments:return.reload')}
              </a>
            )}
          </div>
          {data.report && <ReportAt where={data.report} />}
          <AttemptCard attempt={attempt} />
        </>
      ) : (
        <Card tone="narrow" title={t('payments:return.unknown-title')}>
          <p>{t('payments:return.unknown-text')}</p>
          <div className="actions">
            <Button href={href(base, 'transactions-logs')}>{t('payments:pay.all')}</Button>
          </div>
        </Card>
      )}
    </>
  )
}
