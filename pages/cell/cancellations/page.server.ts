import type { DeskPage } from '../../../server/services'
import { type CaseLine, caseLine } from '../../parts/cancellation/case.server'

export const texts = ['cancellation'] as const
export const title = ({ t }: DeskPage) => t('staff:menu.cancellations')

/** Every cancelled admission, newest first, with its institute's clock. */
export function load({ services, actor, query, language }: DeskPage) {
  const found = services.cancellation.all(actor, query.before)
  if (!found.ok) return { cases: [] as CaseLine[], next: null, late: 0 }
  return {
    cases: found.value.cases.map((one) => caseLine(one, language)),
    next: found.value.next,
    late: services.cancellation.late().reduce((sum, { open }) => sum + open.length, 0),
  }
}
