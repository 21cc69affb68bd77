import { useT } from '#pages/ui/view.ts'
import { OtpField } from './OtpField'
import { PasswordField } from './PasswordField'

/**
 * The proof of an act that cannot simply be undone: an OTP and, if the account has one, the password. `isNext`: as in
 * `Field`; false where the form asks for something else before.
 */
export function Proof({ hasPassword, isNext = true }: { hasPassword: boolean; isNext?: boolean }) {
  const t = useT()
  return (
    <>
      {hasPassword && <PasswordField hint={t('steps:proof.password-hint')} isNext={isNext} />}
      <OtpField isNext={isNext && !hasPassword} />
    </>
  )
}
