import { otpLength } from '../../../server/domain/portal/otp'
import { Field } from '../../ui/form/Field'
import { useT } from '../../ui/view'

/** The one field of an OTP; paste and autofill work. `hint`: where the page knows where it went. */
export function OtpField({ hint }: { hint?: string }) {
  const t = useT()
  const about = hint ?? t('accounts:otp.hint', { digits: otpLength })
  return <Field kind="otp" name="otp" label={t('accounts:otp.label')} hint={about} required />
}
