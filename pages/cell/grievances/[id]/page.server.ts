import { GrievanceAct } from '../../../../server/features/grievances/schema'
import { writtenNumber } from '../../../../server/kernel/written-number'
import type { DeskPage } from '../../../../server/services'
import { href } from '../../../ui/href'

type Shown = DeskPage<'grievances/:id'>

export const texts = ['grievances'] as const

/** The number in the address; any other text becomes a number that no grievance has. */
const idOf = ({ params }: Shown): number => writtenNumber(params.id) ?? 0

/** One grievance; null (404) for one that this officer may not see. */
export function load(page: Shown) {
  const read = page.services.grievances.read(page.actor, idOf(page))
  return read.ok ? read.value : null
}

export const title = (_: Shown, data: unknown): string => (data as NonNullable<ReturnType<typeof load>>).number

export async function action(page: Shown) {
  const form = page.form(GrievanceAct)
  if (!form.ok) return page.invalid(form.refusal)
  const { intent } = form.value
  const decided = await page.services.grievances.decide(page.actor, idOf(page), form.value)
  if (!decided.ok) return page.invalid(decided.refusal)
  const to =
    intent === 'answer'
      ? href(page.cellBase, 'grievances/:id', { id: page.params.id })
      : href(page.cellBase, 'grievances')
  return page.redirect(to, { type: 'success', key: `grievances:flash.desk-${intent}`, values: decided.value })
}
