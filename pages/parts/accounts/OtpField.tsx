import { Field } from '#pages/ui/form/Field.tsx'
import { useT } from '#pages/ui/view.ts'
import { otpLength } from '#server/domain/accounts/otp.ts'

/**
 * The field for an OTP; paste and autofill work. `hint`: names the number to which the OTP was sent, if known. `label`:
 * where the OTP is somebody else's.
 */
export function OtpField({ hint, label }: { hint?: string; label?: string }) {
  const t = useT()
  const about = hint ?? t('proof:otp.hint', { digits: otpLength })
  return <Field kind="otp" name="otp" label={label ?? t('proof:otp.label')} hint={about} required />
}
