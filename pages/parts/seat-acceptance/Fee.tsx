import type { show } from '#pages/candidate/self-arc-home/page.server.ts'
import { PayCard } from '#pages/parts/payments/PayCard.tsx'
import { PendingPayment } from '#pages/parts/payments/PendingPayment.tsx'
import { useT, useView } from '#pages/ui/view.ts'

/** The fee that completes the acceptance, while it can be paid or is on its way. */
export function Fee() {
  const { data } = useView<typeof show>()
  const t = useT()
  const { amount, by, isPayable, running } = data.fee
  if (running?.standing === 'pending') return <PendingPayment attempt={running} />
  if (!isPayable) return null
  return (
    <PayCard due="seat-acceptance" amount={amount} by={by && t('acceptance:fee.by', { by })} running={running}>
      <p>{t('acceptance:fee.about', { decision: t(`acceptance:decision.${data.recorded.decision!}`) })}</p>
      <p>{t('acceptance:fee.once')}</p>
      {(data.decision?.ways.length ?? 0) > 1 && (
        <p>
          <a href="#decide">{t('acceptance:fee.change')}</a>
        </p>
      )}
    </PayCard>
  )
}
