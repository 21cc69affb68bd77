import { Field } from '../ui/Field'
import { useT } from '../ui/view'

/** The one field of an OTP; paste and autofill work. `hint`: where the page knows where it went. */
export function OtpField({ hint }: { hint?: string }) {
  const t = useT()
  return <Field kind="otp" name="otp" label={t('accounts:otp.label')} hint={hint ?? t('accounts:otp.hint')} required />
}
