import { Button } from '../ui/Button'
import { Form } from '../ui/Form'
import { VisuallyHidden } from '../ui/VisuallyHidden'
import { useT } from '../ui/view'
import type { Attempt, Situation } from './attempts'
import { StatusTag } from './StatusTag'
import './payments.css'

const nextOf: Record<
  Situation,
  'created' | 'pending' | 'captured' | 'failed' | 'expired' | 'going-back' | 'refunded' | 'contact'
> = {
  created: 'created',
  pending: 'pending',
  captured: 'captured',
  failed: 'failed',
  expired: 'expired',
  'going-back': 'going-back',
  refunded: 'refunded',
  mismatch: 'contact',
  'refund-failed': 'contact',
}

/** One attempt to pay: how it stands, what is known, what happens next, and what can be done. */
export function AttemptCard({ attempt }: { attempt: Attempt }) {
  const t = useT()
  const { id, reference, due, amount, standing, situation, phone } = attempt
  const titleId = `payment-${id}`
  return (
    <section className="card payment" aria-labelledby={`${titleId} ${titleId}-number`}>
      <header>
        <h2 id={titleId}>
          {t(`payments:due.${due}`)} <span className="num">{amount}</span>
        </h2>
        <StatusTag standing={standing} />
      </header>
      <dl className="facts">
        <dt>{t('payments:attempt.known')}</dt>
        <dd>{t(`payments:known.${situation}`)}</dd>
        <dt>{t('payments:attempt.next')}</dt>
        <dd>{t(`payments:next.${nextOf[situation]}`, { reference, phone })}</dd>
        <dt>{t('payments:attempt.reference')}</dt>
        <dd className="num" id={`${titleId}-number`}>
          {reference}
        </dd>
        <dt>{t('payments:attempt.begun')}</dt>
        <dd className="num">{attempt.begun}</dd>
        {attempt.paid && (
          <>
            <dt>{t('payments:attempt.paid')}</dt>
            <dd className="num">{attempt.paid}</dd>
          </>
        )}
        <dt>{t('payments:attempt.gateway')}</dt>
        <dd>{t(`payments:gateway.${attempt.gateway}`)}</dd>
        {attempt.gatewayPaymentId && (
          <>
            <dt>{t('payments:attempt.gateway-payment')}</dt>
            <dd className="num">{attempt.gatewayPaymentId}</dd>
          </>
        )}
      </dl>
      <AttemptActions attempt={attempt} />
    </section>
  )
}

/** What can be done about an attempt: its receipt, the way on, a question to the gateway. */
function AttemptActions({ attempt }: { attempt: Attempt }) {
  const t = useT()
  const { reference, checkout, receipt, demo } = attempt
  return (
    <div className="payment-actions">
      {receipt && (
        <Button href={receipt} kind="quiet" small>
          {t('payments:attempt.receipt')} <VisuallyHidden>{reference}</VisuallyHidden>
        </Button>
      )}
      {checkout && (
        <Button href={checkout} kind="quiet" small>
          {t('payments:attempt.continue')} <VisuallyHidden>{reference}</VisuallyHidden>
        </Button>
      )}
      {demo && (
        <Button href={demo} kind="quiet" small>
          {t('payments:attempt.demo')} <VisuallyHidden>{reference}</VisuallyHidden>
        </Button>
      )}
      {attempt.canBeChecked && <CheckForm attempt={attempt} />}
    </div>
  )
}

/** Asks the gateway how an attempt stands. */
export function CheckForm({ attempt: { id } }: { attempt: Pick<Attempt, 'id'> }) {
  const t = useT()
  return (
    <Form submit={t('payments:attempt.check')} kind="quiet" name={`check-${id}`}>
      <input type="hidden" name="intent" value="check" />
      <input type="hidden" name="payment" value={id} />
    </Form>
  )
}
