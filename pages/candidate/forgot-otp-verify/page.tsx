import { NewPasswordFields } from '#pages/parts/accounts/NewPasswordFields.tsx'
import { NoOtp } from '#pages/parts/accounts/NoOtp.tsx'
import { OtpField } from '#pages/parts/accounts/OtpField.tsx'
import { ResendButton } from '#pages/parts/accounts/ResendButton.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { DayBoxes } from '#pages/ui/form/DayBoxes.tsx'
import { Form } from '#pages/ui/form/Form.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import type { show } from './page.server'

/** The second step of a recovery: the OTP and the new password. */
export default function Page() {
  const { base, data } = useView<typeof show>()
  const t = useT()
  return (
    <>
      <h1>{t('shell:title.forgot-otp-verify')}</h1>
      <p className="lead">
        {t('login:recover.lead')} {t(data.logsIn ? 'login:recover.after-in' : 'login:recover.after')}
      </p>
      <Card tone="narrow">
        <Form submit={t('login:recover.submit')} beside={<ResendButton />}>
          <OtpField />
          {data.asksBirthDate && (
            <DayBoxes
              name="birthDate"
              label={t('login:recover.birth-date')}
              hint={t('login:recover.birth-date-hint')}
              autoComplete="bday"
            />
          )}
          <NewPasswordFields />
        </Form>
      </Card>
      <NoOtp>
        <p>
          {t('login:recover.check')} <a href={href(base, 'forgot-password')}>{t('login:recover.again')}</a>
        </p>
      </NoOtp>
    </>
  )
}
