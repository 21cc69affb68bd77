import { Button } from '#pages/ui/form/Button.tsx'
import { href } from '#pages/ui/href.ts'
import { dutyGo, stepToDo } from '#pages/ui/signed-in/duty-go.ts'
import { useT, useView } from '#pages/ui/view.ts'
import { dutyPage } from '#server/domain/site/next-duties.ts'
import { printStep, type StepNumber, steps } from '#server/domain/terms/journey.ts'

/**
 * The way on from a step in which nothing is left to do: to the next open step, or to where the form is submitted.
 * Nothing once the form asks nothing more of the candidate. `isOpen`: the step can still be changed. Somebody with nothing to
 * do then waits for a payment, and the way on is to its step. Source: rules §12.7.
 */
export function Onward({ kind, isOpen = false }: { kind?: 'primary' | 'quiet'; isOpen?: boolean }) {
  const { base, session, route } = useView()
  const t = useT()
  const duty = session?.duty
  const waiting = isOpen && duty === null && steps.find((_, step) => !session!.done.includes(step as StepNumber))
  if (waiting && waiting !== steps[printStep] && waiting !== route) {
    return (
      <Button kind="quiet" href={href(base, waiting)}>
        {t(`signedin:menu.${waiting}`)}
      </Button>
    )
  }
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
