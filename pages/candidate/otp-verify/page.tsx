import { NoOtp } from '#pages/parts/accounts/NoOtp.tsx'
import { OtpField } from '#pages/parts/accounts/OtpField.tsx'
import { ResendButton } from '#pages/parts/accounts/ResendButton.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Form } from '#pages/ui/form/Form.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import type { show } from './page.server'

/** Proves the mobile number of a registration. */
export default function Page() {
  const { base, data } = useView<typeof show>()
  const t = useT()
  return (
    <>
      <h1>{t('shell:title.otp-verify')}</h1>
      <p className="lead">
        {t(data.isSent ? 'registered:otp-verify.lead' : 'registered:otp-verify.lead-elsewhere', {
          number: data.number,
        })}
      </p>
      <Card tone="narrow">
        <Form submit={t('registered:otp-verify.submit')} beside={<ResendButton />}>
          <OtpField />
        </Form>
      </Card>
      <NoOtp>
        <p>
          {t('registered:otp-verify.wrong-number')}{' '}
          <a href={href(base, 'registration', undefined, { change: 1 })}>{t('registered:otp-verify.change')}</a>
        </p>
        <p>
          {t('registered:otp-verify.has-account')} <a href={href(base, 'login')}>{t('shell:log-in')}</a>
        </p>
        <p>
          <a href={href(base, 'forgot-password')}>{t('proof:forgot')}</a>
        </p>
      </NoOtp>
    </>
  )
}
