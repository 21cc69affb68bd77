import { NewPasswordFields } from '../../accounts-parts/NewPasswordFields'
import { OtpField } from '../../accounts-parts/OtpField'
import { ResendButton } from '../../accounts-parts/ResendButton'
import { Card } from '../../ui/Card'
import { Form } from '../../ui/Form'
import { href } from '../../ui/href'
import { useT, useView } from '../../ui/view'

/** The second step of a recovery: the OTP and the new password. */
export default function Page() {
  const { base } = useView()
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
          <NewPasswordFields />
        </Form>
      </Card>
      <Card tone="narrow" title={t('accounts:otp.none')}>
        <div className="prose">
          <p>{t('accounts:otp.wait')}</p>
          <p>
            {t('accounts:recover.check')} <a href={href(base, 'forgot-password')}>{t('accounts:recover.again')}</a>
          </p>
        </div>
      </Card>
    </>
  )
}
