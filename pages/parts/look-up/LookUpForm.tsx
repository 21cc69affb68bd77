import { DayBoxes } from '#pages/ui/form/DayBoxes.tsx'
import { Field } from '#pages/ui/form/Field.tsx'
import { Form } from '#pages/ui/form/Form.tsx'
import { useT } from '#pages/ui/view.ts'

/** Asks for Application ID and date of birth. Needs the texts `lookup`. `example`: an Application ID of this course. */
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
      <DayBoxes
        name="birthDate"
        label={t('lookup:birth-date')}
        hint={t('lookup:birth-date.hint')}
        required
        autoComplete="off"
      />
    </Form>
  )
}
