import { Button } from '#pages/ui/form/Button.tsx'
import { href } from '#pages/ui/href.ts'
import { dutyGo, stepToDo } from '#pages/ui/signed-in/duty-go.ts'
import { useT, useView } from '#pages/ui/view.ts'
import { dutyPage } from '#server/domain/site/next-duties.ts'
import { printStep } from '#server/domain/terms/journey.ts'

/**
 * The way on from a step in which nothing is left to do: to the next open step, or to where the form is submitted.
 * Nothing once the form asks nothing more of the candidate. Source: rules §12.7.
 */
export function Onward({ kind }: { kind?: 'primary' | 'quiet' }) {
  const { base, session, route } = useView()
  const t = useT()
  const duty = session?.duty
  if (duty?.kind !== 'application') return null
  const { route: page } = dutyPage(duty)
  return (
    page !== route && (
      <Button kind={kind} href={href(base, page)}>
        {dutyGo(duty, t)}
        {/* To submit is the act itself, which needs no name of a step. */}
        {'step' in duty.act && duty.act.step !== printStep && `: ${stepToDo(duty.act.step, t)}`}
      </Button>
    )
  )
}
