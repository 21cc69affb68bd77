import { Facts } from '../../ui/data/Facts'
import { VisuallyHidden } from '../../ui/data/VisuallyHidden'
import { Button } from '../../ui/form/Button'
import { Form } from '../../ui/form/Form'
import { useT } from '../../ui/view'
import type { Attempt, Situation } from './attempts'
import styles from './payments.module.css'
import { StatusTag } from './StatusTag'

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
  'refunded-by-hand': 'refunded',
  mismatch: 'contact',
  'refund-failed': 'contact',
}

/** One payment attempt: its status, the known facts, the next step and the possible acts. */
export function AttemptCard({ attempt }: { attempt: Attempt }) {
  const t = useT()
  const { id, reference, due, amount, standing, situation, phone } = attempt
  const titleId = `payment-${id}`
  return (
    <section className="card" aria-labelledby={`${titleId} ${titleId}-number`}>
      <header className={styles.head}>
        <h2 id={titleId}>
          {t(`payments:due.${due}`)} {amount}
        </h2>
        <StatusTag standing={standing} />
      </header>
      <Facts
        layout="pairs"
        facts={[
          { label: t('payments:attempt.known'), value: t(`payments:known.${situation}`), isWide: true },
          {
            label: t('payments:attempt.next'),
            value: t(`payments:next.${nextOf[situation]}`, { reference, phone }),
            isWide: true,
          },
          { label: t('payments:attempt.reference'), value: <span id={`${titleId}-number`}>{reference}</span> },
          { label: t('payments:attempt.begun'), value: attempt.begun },
          attempt.paid && { label: t('payments:attempt.paid'), value: attempt.paid },
          { label: t('payments:attempt.gateway'), value: t(`payments:gateway.${attempt.gateway}`) },
          attempt.gatewayPaymentId && {
            label: t('payments:attempt.gateway-payment'),
            value: attempt.gatewayPaymentId,
            isWide: true,
          },
        ]}
      />
      <AttemptActions attempt={attempt} />
    </section>
  )
}

/** The possible acts on an attempt: open the receipt, continue, check with the gateway. */
function AttemptActions({ attempt }: { attempt: Attempt }) {
  const t = useT()
  const { reference, checkout, receipt, demo } = attempt
  return (
    <div className="acts">
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

/** Checks the status of an attempt with the gateway. */
export function CheckForm({ attempt: { id } }: { attempt: Pick<Attempt, 'id'> }) {
  const t = useT()
  return (
    <Form submit={t('payments:attempt.check')} kind="quiet" name={`check-${id}`}>
      <input type="hidden" name="intent" value="check" />
      <input type="hidden" name="payment" value={id} />
    </Form>
  )
}
