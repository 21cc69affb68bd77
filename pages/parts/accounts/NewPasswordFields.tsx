import { Field } from '#pages/ui/form/Field.tsx'
import { useT } from '#pages/ui/view.ts'

/** A new password and its confirmation. `isFirst`: the account has no password yet. Source: rules §18.14. */
export function NewPasswordFields({ isFirst }: { isFirst?: boolean }) {
  const t = useT()
  return (
    <>
      <Field
        kind="password"
        name="password"
        label={t(isFirst ? 'proof:password.label' : 'proof:password.new')}
        hint={t('proof:password.hint')}
        required
        autoComplete="new-password"
      />
      <Field
        kind="password"
        name="confirmPassword"
        label={t('proof:password.confirm')}
        hint={t('proof:password.confirm-hint')}
        required
        autoComplete="new-password"
      />
    </>
  )
}
