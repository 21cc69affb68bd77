import { useEffect } from 'react'
import { fieldId } from '#pages/ui/field-id.ts'
import { Field } from '#pages/ui/form/Field.tsx'
import { useT } from '#pages/ui/view.ts'
import { otpLength } from '#server/domain/accounts/otp.ts'

/**
 * The field for an OTP; paste and autofill work. `hint`: names the number to which the OTP was sent, if known. `label`:
 * where the OTP is somebody else's. `isNext`: as in `Field`.
 */
export function OtpField({ hint, label, isNext }: { hint?: string; label?: string; isNext?: boolean }) {
  const t = useT()
  useOtpOfSms(fieldId('otp'))
  const about = hint ?? t('otp:hint', { digits: otpLength })
  return <Field kind="otp" name="otp" label={label ?? t('otp:label')} hint={about} required isNext={isNext} />
}

/** Fills the field with the OTP of the SMS where the phone's browser offers that (WebOTP), until the field is gone. */
function useOtpOfSms(id: string): void {
  useEffect(() => {
    if (!('OTPCredential' in window)) return
    const waiting = new AbortController()
    const asked = { otp: { transport: ['sms'] }, signal: waiting.signal } as CredentialRequestOptions
    const take = (found: Credential | null) => {
      const field = document.getElementById(id) as HTMLInputElement | null
      if (!found || !field || field.value) return
      field.value = (found as Credential & { code: string }).code
      field.dispatchEvent(new Event('input', { bubbles: true }))
    }
    // Somebody who declines, or whose phone offers nothing, types the OTP.
    navigator.credentials.get(asked).then(take, () => undefined)
    return () => waiting.abort()
  }, [id])
}
