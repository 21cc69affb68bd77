import { Form } from '../../ui/form/Form'
import { Banner } from '../../ui/shell/Banner'
import { useT } from '../../ui/view'

/** Above a result that was looked up: whose it is and for how long it stays. The page needs the texts `lookup`. */
export function LookedUp({ userId }: { userId: string }) {
  const t = useT()
  return (
    <Banner tone="info" role="status" title={t('lookup:found', { userId })}>
      {t('lookup:found-about')}
    </Banner>
  )
}

/** Forgets the look-up on this device. `action`: the page of the look-up, whose action this is. */
export function CloseLookUp({ action }: { action: string }) {
  const t = useT()
  return (
    <Form name="close" kind="quiet" submit={t('lookup:close')} action={action}>
      <input type="hidden" name="intent" value="close" />
    </Form>
  )
}
