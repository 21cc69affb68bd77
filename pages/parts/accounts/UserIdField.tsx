import { Field } from '#pages/ui/form/Field.tsx'
import { useT } from '#pages/ui/view.ts'

/**
 * The field for an Application ID, mobile number or e-mail. `example`: an Application ID of this course. `value`: the one
 * that the page before has named.
 */
export function UserIdField({ example, value }: { example: string; value?: string }) {
  const t = useT()
  return (
    <Field
      name="userId"
      label={t('login:user-id.label')}
      hint={t('login:user-id.hint', { example })}
      value={value}
      required
      autoComplete="username"
      maxLength={254}
    />
  )
}
