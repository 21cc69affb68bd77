import { grievanceSteps } from '../../../server/domain/scrutiny/grievances'
import { Field } from '../../ui/form/Field'
import { useT } from '../../ui/view'

/** A checkbox for each step that a grievance can name. */
export function StepTicks({ legend, hint, ticked = [] }: { legend: string; hint: string; ticked?: readonly string[] }) {
  const t = useT()
  return (
    <fieldset className="ticks">
      <legend>{legend}</legend>
      <p className="hint">{hint}</p>
      {grievanceSteps.map((step) => (
        <Field
          key={step}
          kind="checkbox"
          name={step}
          label={t(`shell:menu.${step}`)}
          value={ticked.includes(step) ? 'true' : undefined}
        />
      ))}
    </fieldset>
  )
}
