import { Field } from '#pages/ui/form/Field.tsx'
import { useT } from '#pages/ui/view.ts'

type Choice = { value: string; label: string }

/** A filter of a list: one of these choices, or any. `any`: the words for any of them. */
export function ChoiceFilter({
  name,
  label,
  value,
  choices,
  any,
}: {
  name: string
  label: string
  value: string | undefined
  choices: readonly Choice[]
  any?: string
}) {
  const t = useT()
  return <Field kind="select" name={name} label={label} value={value} options={choices} empty={any ?? t('staff:any')} />
}
