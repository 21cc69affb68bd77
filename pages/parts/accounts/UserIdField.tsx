import { Field } from '../../ui/form/Field'
import { useT } from '../../ui/view'

/** Which account: whatever its owner remembers of it. `example`: what an Application ID of this course looks like. */
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
