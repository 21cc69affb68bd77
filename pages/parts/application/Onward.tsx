import { dutyPage } from '../../../server/domain/portal/next-duties'
import { Button } from '../../ui/form/Button'
import { href } from '../../ui/href'
import { dutyGo } from '../../ui/signed-in/duty-go'
import { useT, useView } from '../../ui/view'

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
        {'step' in duty.act && duty.act.kind !== 'submit' && `: ${t(`shell:menu.${page as 'payment'}`)}`}
      </Button>
    )
  )
}
