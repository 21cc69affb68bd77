import { useEffect, useState } from 'react'
import { OtherWays } from '#pages/parts/accounts/OtherWays.tsx'
import { OtpField } from '#pages/parts/accounts/OtpField.tsx'
import { ResendButton } from '#pages/parts/accounts/ResendButton.tsx'
import { UserIdField } from '#pages/parts/accounts/UserIdField.tsx'
import { ApiError } from '#pages/ui/browser/api-error.ts'
import { type Send, useBrowser } from '#pages/ui/browser/browser.ts'
import { Banner } from '#pages/ui/data/Banner.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Telephones } from '#pages/ui/data/Telephones.tsx'
import { fieldId } from '#pages/ui/field-id.ts'
import { Field } from '#pages/ui/form/Field.tsx'
import { Form } from '#pages/ui/form/Form.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import styles from './page.module.css'
import type { show } from './page.server'

export function LoginForm() {
  const { base, data } = useView<typeof show>()
  const t = useT()
  const { send, otp } = useLogin()
  return (
    <>
      <h1>{t(otp ? 'login:otp-title' : 'shell:menu.login')}</h1>
      <p className="lead">{t(otp ? 'login:otp-lead' : 'login:lead')}</p>
      {data.hasNext && <Banner tone="info">{t(data.isEnded ? 'login:ended' : 'login:safe')}</Banner>}
      <div className={styles.card}>
        <Card>
          <Form
            submit={t('shell:log-in')}
            pending={t('login:pending')}
            send={send}
            beside={
              <>
                {otp && <ResendButton sent={otp.sent} />}
                {otp && (
                  <a href={data.startOver} data-full>
                    {t('login:start-over')}
                  </a>
                )}
                <a href={href(base, 'forgot-password')}>{t('proof:forgot')}</a>
              </>
            }
          >
            {/* The OTP is sent with them. */}
            <div hidden={otp !== null}>
              <UserIdField example={data.exampleId} value={data.userId} />
              <Field
                kind="password"
                name="password"
                label={t('proof:password.label')}
                required
                autoComplete="current-password"
              />
            </div>
            {otp && <OtpField hint={otp.hint} />}
          </Form>
        </Card>
      </div>
      <OtherWays>
        <p>
          {t('login:lost-id')} <Telephones of={data.phone} />
        </p>
        <p>
          {t('login:new')} <a href={href(base, 'registration')}>{t('login:register')}</a>
        </p>
        {data.isSsoOn && (
          <p>
            <a href={href(base, 'sso')}>{t('login:sso')}</a>
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
      const fault = { field: 'otp', code: 'otp.required', message: t('proof:fault.otp.required') }
      throw new ApiError(422, 'check-answers', fault.message, [fault])
    }
    const { apiOf } = await import('#pages/ui/browser/api-of.ts')
    const proof = isProof ? { userId, password, otp: typed } : { userId, password }
    const { status, message, data: answer } = await apiOf(browser).call('candidateLogin', proof)
    if (status === 202) {
      const [number] = (answer as unknown as { sentTo: string[] }).sentTo
      const hint = number ? t('login:otp-sent-to', { number }) : t('login:otp-sent')
      setOtp({ hint, sent: { at: browser.screen.now(), resendIn: data.resendAfter } })
      return { message }
    }
    apiOf(browser).keepToken(answer.token)
    return { goTo: data.goTo, message }
  }

  return { send, otp }
}
