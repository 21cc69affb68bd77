import { Field } from '#pages/ui/form/Field.tsx'
import { useT } from '#pages/ui/view.ts'
import { OtpField } from './OtpField'

/** The proof of an act that cannot simply be undone: an OTP and, if the account has one, the password. */
export function Proof({ hasPassword }: { hasPassword: boolean }) {
  const t = useT()
  return (
    <>
      {hasPassword && (
        <Field
          kind="password"
          name="password"
          label={t('proof:password.label')}
          hint={t('steps:proof.password-hint')}
          required
          autoComplete="current-password"
        />
      )}
      <OtpField />
    </>
  )
}
