import { Field } from '#pages/ui/form/Field.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'

/**
 * The password of somebody who is signed in, with the way to a new one. `hint`: what it is asked for. `name`, `label`: where
 * a new one is asked for beside it. `isNext`: as in `Field`.
 */
export function PasswordField({
  hint,
  isNext,
  name = 'password',
  label,
}: {
  hint?: string
  isNext?: boolean
  name?: 'password' | 'currentPassword'
  label?: string
}) {
  const { base } = useView()
  const t = useT()
  return (
    <Field
      kind="password"
      name={name}
      label={label ?? t('proof:password.label')}
      hint={
        <>
          {hint}
          {hint && <br />}
          <a href={href(base, 'forgot-password')}>{t('proof:forgot')}</a>
        </>
      }
      required
      autoComplete="current-password"
      isNext={isNext}
    />
  )
}
