import { Field } from '../../ui/form/Field'
import { Form } from '../../ui/form/Form'
import { useT } from '../../ui/view'

/** Application ID and date of birth. The page needs the texts `lookup`. `example`: what an Application ID looks like. */
export function LookUpForm({ example }: { example: string }) {
  const t = useT()
  return (
    <Form submit={t('lookup:submit')} pending={t('lookup:pending')}>
      <Field
        name="userId"
        label={t('lookup:user-id')}
        hint={t('lookup:user-id.hint', { example })}
        required
        autoComplete="off"
        maxLength={20}
        width="medium"
      />
      <Field
        kind="date"
        name="birthDate"
        label={t('lookup:birth-date')}
        hint={t('lookup:birth-date.hint')}
        required
        autoComplete="off"
        width="medium"
      />
    </Form>
  )
}
