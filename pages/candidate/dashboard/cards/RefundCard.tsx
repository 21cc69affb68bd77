import { Card } from '#pages/ui/data/Card.tsx'
import { Button } from '#pages/ui/form/Button.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import type { load } from '../page.server'

/** The course fee that the institute owes after a cancellation: due, late or returned, with the number of the case. */
export function RefundCard() {
  const { base, data } = useView<typeof load>()
  const t = useT()
  const { refund } = data
  if (!refund) return null
  const { caseNumber, due, isLate, returned } = refund
  const state = returned ? 'returned' : isLate ? 'late' : 'waits'
  return (
    <Card tone={state === 'late' ? 'alarm' : undefined} title={t(`application:refund.${state}`)}>
      <p>
        {t(`application:refund.${state}-about`, { due, sum: returned?.sum ?? '', at: returned?.at ?? '' })}{' '}
        {t('application:refund.case', { number: caseNumber })}
      </p>
      <div className="actions">
        <Button kind="quiet" href={href(base, 'cancel-admission-application-form-print')}>
          {t('application:refund.go')}
        </Button>
      </div>
    </Card>
  )
}
