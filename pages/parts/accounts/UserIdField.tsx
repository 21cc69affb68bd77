import { Field } from '../../ui/form/Field'
import { useT } from '../../ui/view'

/** The field for an Application ID, mobile number or e-mail. `example`: an Application ID of this course. */
export function UserIdField({ example }: { example: string }) {
  const t = useT()
  return (
    <Field
      name="userId"
      label={t('accounts:user-id.label')}
      hint={t('accounts:user-id.hint', { example })}
      required
      autoComplete="username"
      maxLength={254}
    />
  )
}
