import type { ReactNode } from 'react'
import { Card } from '#pages/ui/data/Card.tsx'
import { Form } from '#pages/ui/form/Form.tsx'
import { useT } from '#pages/ui/view.ts'
import type { DueName } from '#server/domain/money/fees.ts'
import type { Attempt } from './attempts'

/**
 * A fee that can be paid now: the amount, the last day, what cannot be undone (`final`), an attempt that is still open, and
 * the button. What else there is to know (`children`) stands below it, so that a phone shows the button without scrolling.
 * `by`: the sentence about the last day.
 */
export function PayCard({
  due,
  title,
  amount,
  by,
  final,
  running,
  children,
}: {
  due: DueName
  /** By default the name of the fee, which a page of that fee alone has already. */
  title?: string
  amount: string
  by?: string | null
  final?: string
  running: Pick<Attempt, 'begun'> | null
  children: ReactNode
}) {
  const t = useT()
  return (
    <Card tone="next" title={title ?? t(`payments:due.${due}`)}>
      <p className="sum">{amount}</p>
      {by && <p>{by}</p>}
      {final && <p>{final}</p>}
      {running && <p>{t('payments:pay.open', { at: running.begun })}</p>}
      <Form
        submit={t(running ? 'payments:pay.go-on' : 'payments:pay.go', { amount })}
        pending={t('payments:pay.pending')}
        name="pay"
      >
        <input type="hidden" name="due" value={due} />
      </Form>
      <div className="stack">
        <p>{t('payments:pay.leaving')}</p>
        {children}
      </div>
    </Card>
  )
}
