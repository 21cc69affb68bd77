import { Field } from '#pages/ui/form/Field.tsx'
import { useT } from '#pages/ui/view.ts'

type Stem =
  | 'schedule.reason'
  | 'notices.title'
  | 'notices.body'
  | 'notices.question'
  | 'notices.answer'
  | 'files.title'
  | 'centres.name'
  | 'centres.address'
  | 'centres.directions'

/** A text that the cell writes in both languages: two fields, `<name>En` and `<name>Mr`. */
export function BothLanguages({
  name,
  label,
  value,
  hint,
  rows,
  maxLength,
  isOptional,
}: {
  name: string
  label: Stem
  value?: { en: string; mr: string }
  hint?: string
  /** The number of lines; without it, the field has one line. */
  rows?: number
  maxLength: number
  isOptional?: boolean
}) {
  const t = useT()
  return (['en', 'mr'] as const).map((language) => {
    const own = {
      name: `${name}${language === 'en' ? 'En' : 'Mr'}`,
      label: t(`content:${label}-${language}`),
      hint,
      value: value?.[language],
      lang: language,
      maxLength,
      required: !isOptional,
    }
    return rows ? <Field key={language} kind="textarea" rows={rows} {...own} /> : <Field key={language} {...own} />
  })
}
