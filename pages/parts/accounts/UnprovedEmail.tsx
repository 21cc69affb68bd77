import { Tag } from '#pages/ui/data/Tag.tsx'
import { useApiAction } from '#pages/ui/form/api-action.ts'
import { Button } from '#pages/ui/form/Button.tsx'
import { Form } from '#pages/ui/form/Form.tsx'
import { useT } from '#pages/ui/view.ts'

/** Beside an address that is not proved: that it is not, and the act that sends the link that proves it. */
export function UnprovedEmail() {
  const t = useT()
  const verify = useApiAction('sendVerifyEmail')
  return (
    <>
      <Tag tone="warn">{t('signedin:email.unverified')}</Tag>
      <Form
        name="verify-email"
        submit={null}
        bar={() => (
          <Button kind="quiet" small>
            {t('signedin:email.verify')}
          </Button>
        )}
        send={verify.send}
      >
        <input type="hidden" name="intent" value="verify-email" />
      </Form>
    </>
  )
}
