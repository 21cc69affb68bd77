import { Facts } from '#pages/ui/data/Facts.tsx'
import { VisuallyHidden } from '#pages/ui/data/VisuallyHidden.tsx'
import { Button } from '#pages/ui/form/Button.tsx'
import { Form } from '#pages/ui/form/Form.tsx'
import { useT } from '#pages/ui/view.ts'
import type { Attempt } from './attempts'
import styles from './payments.module.css'
import { StatusTag } from './StatusTag'

/**
 * One payment attempt: its status, the known facts, the next step and the possible acts. `isTold`: the page has said
 * already what is known and what happens next, and offers the acts.
 */
export function AttemptCard({ attempt, isTold = false }: { attempt: Attempt; isTold?: boolean }) {
  const t = useT()
  const { id, reference, due, amount, standing } = attempt
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
          !isTold && { label: t('payments:attempt.known'), value: attempt.known, isWide: true },
          !isTold && { label: t('payments:attempt.next'), value: attempt.next, isWide: true },
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
      <AttemptActions attempt={attempt} isTold={isTold} />
    </section>
  )
}

/** The possible acts on an attempt: open the receipt, continue, check with the gateway. */
function AttemptActions({ attempt, isTold }: { attempt: Attempt; isTold: boolean }) {
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
      {attempt.canBeChecked && !isTold && <CheckForm attempt={attempt} />}
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
