import type { DeskPage } from '../../../server/services'
import { type CaseLine, caseLine } from '../../parts/cancellation/case.server'

export const texts = ['cancellation'] as const
export const title = ({ t }: DeskPage) => t('staff:menu.returns')

/** The cancelled admissions of the institute, newest first, each with its clock. */
export function load({ services, actor, query, language }: DeskPage) {
  const found = services.cancellation.ofInstitute(actor, query.before)
  if (!found.ok) return { cases: [] as CaseLine[], next: null }
  return { cases: found.value.cases.map((one) => caseLine(one, language)), next: found.value.next }
}
