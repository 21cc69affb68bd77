import { Proof } from '../../accounts-parts/Proof'
import { ResendButton } from '../../accounts-parts/ResendButton'
import { Card } from '../../ui/Card'
import { Field } from '../../ui/Field'
import { Form } from '../../ui/Form'
import { useT, useView } from '../../ui/view'
import type { show } from './page.server'

/** A form that scrutiny sent back and that is corrected: declared and submitted again, without an OTP. */
export function Resubmit() {
  const t = useT()
  return (
    <Card tone="narrow" title={t('scrutiny:resubmit.title')}>
      <Form name="resubmit" submit={t('scrutiny:resubmit.go')}>
        <input type="hidden" name="intent" value="resubmit" />
        <p>{t('scrutiny:resubmit.about')}</p>
        <div className="declaration">
          <p>{t('steps:declaration.text')}</p>
        </div>
        <Field kind="checkbox" name="declaration" label={t('steps:declaration.agree')} required />
      </Form>
    </Card>
  )
}

/** The consequence first, then the OTP, then declaration and proof. */
export function Submit() {
  const { data } = useView<typeof show>()
  const t = useT()
  return (
    <Card tone="narrow" title={t('steps:submit.title')}>
      <div className="stack">
        <p>{t(data.mode === 2 ? 'steps:submit.consequence-centre' : 'steps:submit.consequence-scrutiny')}</p>
        {data.proving === 'otp' ? (
          <Form name="submit" submit={t('steps:submit.go')} beside={<ResendButton />}>
            <div className="declaration">
              <p>{t('steps:declaration.text')}</p>
            </div>
            <Field kind="checkbox" name="declaration" label={t('steps:declaration.agree')} required />
            <Proof hasPassword={data.hasPassword} />
          </Form>
        ) : (
          <Form name="otp" submit={t('steps:submit.send-otp')}>
            <input type="hidden" name="intent" value="otp" />
            <p>{t('steps:submit.otp-about')}</p>
          </Form>
        )}
      </div>
    </Card>
  )
}
