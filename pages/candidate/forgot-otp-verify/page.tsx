import { NewPasswordFields } from '../../parts/accounts/NewPasswordFields'
import { NoOtp } from '../../parts/accounts/NoOtp'
import { OtpField } from '../../parts/accounts/OtpField'
import { ResendButton } from '../../parts/accounts/ResendButton'
import { Card } from '../../ui/data/Card'
import { Field } from '../../ui/form/Field'
import { Form } from '../../ui/form/Form'
import { href } from '../../ui/href'
import { useT, useView } from '../../ui/view'
import type { show } from './page.server'

/** The second step of a recovery: the OTP and the new password. */
export default function Page() {
  const { base, data } = useView<typeof show>()
  const t = useT()
  return (
    <>
      <h1>{t('shell:title.forgot-otp-verify')}</h1>
      <p className="lead">
        {t('accounts:recover.lead')} {t('accounts:recover.after')}
      </p>
      <Card tone="narrow">
        <Form submit={t('accounts:recover.submit')} beside={<ResendButton />}>
          <OtpField />
          {data.asksBirthDate && (
            <Field
              kind="date"
              name="birthDate"
              label={t('accounts:recover.birth-date')}
              hint={t('accounts:recover.birth-date-hint')}
              autoComplete="bday"
              width="medium"
            />
          )}
          <NewPasswordFields />
        </Form>
      </Card>
      <NoOtp>
        <p>
          {t('accounts:recover.check')} <a href={href(base, 'forgot-password')}>{t('accounts:recover.again')}</a>
        </p>
      </NoOtp>
    </>
  )
}
