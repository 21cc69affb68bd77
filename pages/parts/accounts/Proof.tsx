import { Field } from '../../ui/form/Field'
import { useT } from '../../ui/view'
import { OtpField } from './OtpField'

/** Password, where there is one, and OTP: the proof of an act that cannot simply be undone. */
export function Proof({ hasPassword }: { hasPassword: boolean }) {
  const t = useT()
  return (
    <>
      {hasPassword && (
        <Field
          kind="password"
          name="password"
          label={t('accounts:password.label')}
          hint={t('steps:proof.password-hint')}
          required
          autoComplete="current-password"
        />
      )}
      <OtpField />
    </>
  )
}
