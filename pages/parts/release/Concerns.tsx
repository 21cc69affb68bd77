import { Field } from '#pages/ui/form/Field.tsx'
import { useT } from '#pages/ui/view.ts'
import { type concernsIn, shownConcerns } from '#server/domain/desk/release-concerns.ts'

/** The unfinished work that a release passes over: one tick for each. Its numbers go back with the form. */
export function Concerns({ concerns }: { concerns: ReturnType<typeof concernsIn> }) {
  const t = useT()
  if (!concerns.length) return null
  return (
    <fieldset className="ticks">
      <legend>{t('staff:concerns')}</legend>
      <input type="hidden" name="shown" value={shownConcerns(concerns)} />
      {concerns.map(({ concern, count }) => (
        <Field key={concern} kind="checkbox" name={concern} label={t(`staff:concern.${concern}`, { count })} required />
      ))}
    </fieldset>
  )
}
