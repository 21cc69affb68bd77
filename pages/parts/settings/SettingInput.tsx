import { DateField } from '#pages/parts/desk/DateField.tsx'
import { Field } from '#pages/ui/form/Field.tsx'
import { useT } from '#pages/ui/view.ts'
import type { ShownField } from './fields.server'

/** Characters that an input shows at once. */
const longestLine = 60

/** The input of one field of a setting. */
export function SettingInput({
  name,
  kind,
  label,
  hint,
  value,
  isRequired,
  maxLength,
  lang,
  options,
  picture,
}: ShownField) {
  const t = useT()
  const common = { name, label, hint, value, required: isRequired }
  if (kind === 'choice')
    return <Field kind="select" {...common} options={options} empty={isRequired ? undefined : t('season:field.none')} />
  if (kind === 'picture')
    return <Field kind="select" {...common} options={options} empty={t(`season:picture.none.${picture!}`)} />
  if (kind === 'number' || kind === 'sum') return <Field {...common} inputMode="numeric" width="short" />
  // A line of the head is longer than an input is wide.
  if (kind === 'text' && maxLength! > longestLine)
    return <Field kind="textarea" {...common} maxLength={maxLength} lang={lang} rows={2} />
  if (kind === 'districts') return <Field {...common} maxLength={maxLength} />
  if (kind === 'date') return <DateField {...common} />
  return <Field kind={kind} {...common} maxLength={maxLength} lang={lang} />
}
