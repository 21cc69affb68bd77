import { Banner } from '#pages/ui/data/Banner.tsx'
import { Form } from '#pages/ui/form/Form.tsx'
import { useT } from '#pages/ui/view.ts'

/**
 * Above a look-up's result: the candidate's Application ID, and how long the result stays. Needs the texts `lookup`.
 */
export function LookedUp({ userId }: { userId: string }) {
  const t = useT()
  return (
    <Banner tone="info" role="status" title={t('lookup:found', { userId })}>
      {t('lookup:found-about')}
    </Banner>
  )
}

/** Forgets the look-up on this device. `action`: the address of the look-up page, which handles the form. */
export function CloseLookUp({ action }: { action: string }) {
  const t = useT()
  return (
    <Form name="close" kind="quiet" submit={t('lookup:close')} action={action}>
      <input type="hidden" name="intent" value="close" />
    </Form>
  )
}
