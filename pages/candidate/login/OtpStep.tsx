import { OtpField } from '#pages/parts/accounts/OtpField.tsx'
import { ResendButton } from '#pages/parts/accounts/ResendButton.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Form } from '#pages/ui/form/Form.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import type { show } from './page.server'

/** The OTP step of a login without JavaScript. */
export function OtpStep() {
  const { base, data } = useView<typeof show>()
  const t = useT()
  return (
    <>
      <h1>{t('login:otp-title')}</h1>
      <p className="lead">{t('login:otp-lead')}</p>
      <Card tone="narrow">
        <Form submit={t('shell:log-in')} pending={t('login:pending')} beside={<ResendButton />}>
          <OtpField isNext />
        </Form>
      </Card>
      <Card tone="narrow" title={t('otp:none')}>
        <div className="stack">
          <p>{t('otp:wait')}</p>
          <p>
            <a href={data.startOver}>{t('login:start-over')}</a>{' '}
            <a href={href(base, 'forgot-password')}>{t('proof:forgot')}</a>
          </p>
        </div>
      </Card>
    </>
  )
}
