import { type TimeBand, timeBands } from '../../../server/domain/admission/calls'
import { type SeatDuty, seatDuties } from '../../../server/domain/admission/offer'
import { CallBegun, CallNoted } from '../../../server/features/seat-calls/schema'
import type { CallFilter } from '../../../server/features/seat-calls/service'
import type { Instant } from '../../../server/kernel/time'
import type { DeskPage } from '../../../server/services'
import { href } from '../../ui/href'

export const texts = ['helpdesk'] as const
export const title = ({ t }: DeskPage) => t('staff:menu.not-acted')

type Search = { act?: SeatDuty; institute?: string; left?: TimeBand; called?: 'yes' | 'no' }

/** The search in the address; anything that it does not know is left out. */
function searchIn(query: DeskPage['query']): Search {
  const act = seatDuties.find((one) => one === query.act)
  const left = timeBands.find((one) => one === query.left)
  const called = (['yes', 'no'] as const).find((one) => one === query.called)
  return {
    ...(act && { act }),
    ...(query.institute && { institute: query.institute }),
    ...(left && { left }),
    ...(called && { called }),
  }
}

/** `1725183000000.12`: the deadline and the candidate after whom the page begins; `.12` without a date. */
function afterIn(written: string | undefined): CallFilter['after'] {
  const [, by, candidateId] = /^(\d{0,15})\.(\d{1,12})$/.exec(written ?? '') ?? []
  if (candidateId === undefined) return undefined
  return { by: by ? (Number(by) as Instant) : null, candidateId: Number(candidateId) }
}

/** How many have not acted, and the list to phone down; only within the officer's reach. */
export function load(page: DeskPage) {
  return show(page)
}

export async function show({ services, actor, query }: DeskPage) {
  const search = searchIn(query)
  const { next, ...found } = await services.seatCalls.overview(actor, { ...search, after: afterIn(query.after) })
  return { ...found, search, after: query.after, next: next ? `${next.by ?? ''}.${next.candidateId}` : null }
}

/** Begins a call, or notes what came of it. */
export function action(page: DeskPage) {
  const { services, actor, query } = page
  const here = href(page.cellBase, 'not-acted', undefined, { ...searchIn(query), after: query.after })
  if (page.posted.intent === 'call') {
    const form = page.form(CallBegun)
    if (!form.ok) return page.invalid(form.refusal)
    const begun = services.seatCalls.begin(actor, form.value.userId, Number(form.value.seen))
    return begun.ok ? page.redirect(here) : page.invalid(begun.refusal)
  }
  const form = page.form(CallNoted)
  if (!form.ok) return page.invalid(form.refusal)
  const noted = services.seatCalls.note(actor, Number(form.value.call), form.value.note)
  if (!noted.ok) return page.invalid(noted.refusal)
  return page.redirect(here, { type: 'success', key: 'helpdesk:calls.flash.noted' })
}
