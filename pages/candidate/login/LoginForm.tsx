import { useEffect, useState } from 'react'
import { OtherWays } from '../../parts/accounts/OtherWays'
import { OtpField } from '../../parts/accounts/OtpField'
import { ResendButton } from '../../parts/accounts/ResendButton'
import { UserIdField } from '../../parts/accounts/UserIdField'
import { ApiError } from '../../ui/browser/api-error'
import { type Send, useBrowser } from '../../ui/browser/browser'
import { Card } from '../../ui/data/Card'
import { Field } from '../../ui/form/Field'
import { Form } from '../../ui/form/Form'
import { fieldId } from '../../ui/form/field-id'
import { href } from '../../ui/href'
import { Banner } from '../../ui/shell/Banner'
import { useT, useView } from '../../ui/view'
import type { show } from './page.server'

export function LoginForm() {
  const { base, data } = useView<typeof show>()
  const t = useT()
  const { send, otp } = useLogin()
  return (
    <>
      <h1>{t('shell:menu.login')}</h1>
      <p className="lead">{t('accounts:login.lead')}</p>
      {data.hasNext && <Banner tone="info">{t('accounts:login.safe')}</Banner>}
      <Card tone="narrow">
        <Form
          submit={t('accounts:login.submit')}
          pending={t('accounts:login.pending')}
          send={send}
          beside={
            <>
              {otp && <ResendButton sent={otp.sent} />}
              <a href={href(base, 'forgot-password')}>{t('accounts:login.forgot')}</a>
            </>
          }
        >
          <UserIdField example={data.exampleId} value={data.userId} />
          <Field
            kind="password"
            name="password"
            label={t('accounts:password.label')}
            required
            autoComplete="current-password"
          />
          {otp && <OtpField hint={otp.hint} />}
        </Form>
      </Card>
      <OtherWays>
        <p>
          {t('accounts:login.new')} <a href={href(base, 'registration')}>{t('accounts:login.register')}</a>
        </p>
        {data.isSsoOn && (
          <p>
            <a href={href(base, 'sso')}>{t('accounts:login.sso')}</a>
          </p>
        )}
      </OtherWays>
    </>
  )
}

/** With JavaScript the form uses the API; if an OTP is needed, its field appears and gets the focus. */
function useLogin() {
  const { data } = useView<typeof show>()
  const t = useT()
  const browser = useBrowser()
  const [otp, setOtp] = useState<{ hint: string; sent: { at: number; resendIn: number } } | null>(null)
  const isOtpDue = otp !== null

  useEffect(() => {
    if (isOtpDue) document.getElementById(fieldId('otp'))?.focus()
  }, [isOtpDue])

  const send: Send = async ({ userId, password, otp: typed, intent }) => {
    if (!browser) return 'native'
    const isProof = isOtpDue && intent !== 'resend'
    if (isProof && !typed) {
      const fault = { field: 'otp', code: 'otp.required', message: t('accounts:fault.otp.required') }
      throw new ApiError(422, 'check-answers', fault.message, [fault])
    }
    const proof = isProof ? { userId, password, otp: typed } : { userId, password }
    const { status, message, data: answer } = await browser.api.call('candidateLogin', proof)
    if (status === 202) {
      const [number] = (answer as unknown as { sentTo: string[] }).sentTo
      const hint = number ? t('accounts:login.otp-sent-to', { number }) : t('accounts:login.otp-sent')
      setOtp({ hint, sent: { at: browser.screen.now(), resendIn: data.resendAfter } })
      return { message }
    }
    browser.api.keepToken(answer.token)
    return { goTo: data.goTo, message }
  }

  return { send, otp }
}
