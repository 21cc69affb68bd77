import { Form } from '#pages/ui/form/Form.tsx'
import { useT } from '#pages/ui/view.ts'
import type { Attempt } from './attempts'

/** Begins a new attempt for a due and leads to the gateway. */
export function PayAgain({ attempt: { due } }: { attempt: Pick<Attempt, 'due'> }) {
  const t = useT()
  return (
    <Form submit={t('payments:pay.again')} pending={t('payments:pay.pending')} name="pay">
      <input type="hidden" name="due" value={due} />
    </Form>
  )
}
