import { otpLength } from '../../../server/domain/portal/otp'
import { Field } from '../../ui/form/Field'
import { useT } from '../../ui/view'

/** The field for an OTP; paste and autofill work. `hint`: names the number to which the OTP was sent, if known. */
export function OtpField({ hint }: { hint?: string }) {
  const t = useT()
  const about = hint ?? t('accounts:otp.hint', { digits: otpLength })
  return <Field kind="otp" name="otp" label={t('accounts:otp.label')} hint={about} required />
}
