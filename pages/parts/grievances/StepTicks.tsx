import { Field } from '#pages/ui/form/Field.tsx'
import { useT } from '#pages/ui/view.ts'
import { grievanceSteps } from '#server/domain/scrutiny/grievances.ts'

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
          label={t(`signedin:menu.${step}`)}
          value={ticked.includes(step) ? 'true' : undefined}
        />
      ))}
    </fieldset>
  )
}
