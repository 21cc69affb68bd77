import { OtpField } from '../../accounts-parts/OtpField'
import { Field } from '../../ui/Field'
import { useT, useView } from '../../ui/view'
import type { show } from './page.server'

/** Password, where there is one, and OTP: the proof of an act that cannot simply be undone. */
export function Proof() {
  const { data } = useView<typeof show>()
  const t = useT()
  return (
    <>
      {data.hasPassword && (
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
