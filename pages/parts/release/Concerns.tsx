import { type concernsIn, shownConcerns } from '../../../server/domain/portal/release-concerns'
import { Field } from '../../ui/form/Field'
import { useT } from '../../ui/view'

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
