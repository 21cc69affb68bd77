import { Tag } from '#pages/ui/data/Tag.tsx'
import { useApiAction } from '#pages/ui/form/api-action.ts'
import { Form } from '#pages/ui/form/Form.tsx'
import { useT } from '#pages/ui/view.ts'

/** Beside an address that is not proved: that it is not, and the act that sends the link that proves it. */
export function UnprovedEmail() {
  const t = useT()
  const verify = useApiAction('sendVerifyEmail')
  return (
    <>
      <Tag tone="warn">{t('signedin:email.unverified')}</Tag>
      <Form name="verify-email" kind="quiet" submit={t('signedin:email.verify')} send={verify.send}>
        <input type="hidden" name="intent" value="verify-email" />
      </Form>
    </>
  )
}
