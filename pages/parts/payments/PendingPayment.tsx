import { Button } from '#pages/ui/form/Button.tsx'
import { useT } from '#pages/ui/view.ts'
import { CheckForm } from './AttemptCard'
import type { Attempt } from './attempts'
import { PaymentBanner } from './PaymentBanner'

/** Shown while the bank has not decided: the candidate cannot pay again, but can check the status. */
export function PendingPayment({ attempt }: { attempt: Attempt }) {
  const t = useT()
  return (
    <>
      <PaymentBanner kind="pending" title={t('payments:pay.pending-title', { amount: attempt.amount })}>
        {attempt.known} {attempt.next}
      </PaymentBanner>
      <div className="acts">
        {attempt.demo && (
          <Button href={attempt.demo} kind="quiet">
            {t('payments:attempt.demo')}
          </Button>
        )}
        <CheckForm attempt={attempt} />
      </div>
    </>
  )
}
