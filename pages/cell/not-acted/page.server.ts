import { listView } from '#pages/parts/desk/list-view.ts'
import { href } from '#pages/ui/href.ts'
import { seatDuties } from '#server/domain/admission/offer.ts'
import { CallBegun, CallNoted } from '#server/features/admission/seat-calls/schema.ts'
import type { DeskPage } from '#server/features/index.ts'
import { searchOf } from '#server/kernel/lists.ts'

export const texts = ['helpdesk', 'list'] as const
export const title = ({ t }: DeskPage) => t('staff:menu.not-acted')

/**
 * How many have not acted, and the list to phone down; only within the officer's reach. `counted`: null while the first
 * count of a large season goes on.
 */
export async function load(page: DeskPage) {
  const { services, actor, query } = page
  const act = seatDuties.find((one) => one === query.act) ?? null
  const overview = await services.seatCalls.overview(actor, act)
  return {
    calls: services.seatCalls.ownCalls(actor),
    counted: overview && {
      ...overview,
      ...inWords(page, overview),
      act,
      list: listView(page, services.deskLists.lists['not-acted']),
    },
  }
}

/** The institutes of the filter and of the counts, by their names in the page's language. */
function inWords<Place extends { name: string }, Count extends { name: string }>(
  { named }: Pick<DeskPage, 'named'>,
  { places, institutes }: { places: readonly Place[]; institutes: readonly Count[] },
) {
  const sayName = <One extends { name: string }>(one: One): One => ({ ...one, name: named(one.name) })
  return { places: places.map(sayName), institutes: institutes.map(sayName) }
}

/** Begins a call, or notes what came of it. */
export function action(page: DeskPage) {
  const { services, actor, query } = page
  const { shape } = services.deskLists.lists['not-acted']
  const here = href(page.cellBase, 'not-acted', undefined, {
    ...searchOf(shape, page.asked(shape)),
    after: query.after,
  })
  if (page.posted.intent === 'call') {
    const form = page.form(CallBegun)
    if (!form.ok) return form
    const begun = services.seatCalls.begin(actor, form.value.userId, Number(form.value.seen))
    return begun.ok ? page.redirect(`${here}#calls`) : begun
  }
  const form = page.form(CallNoted)
  if (!form.ok) return form
  const noted = services.seatCalls.note(actor, Number(form.value.call), form.value.note)
  if (!noted.ok) return noted
  return page.redirect(here, { type: 'success', key: 'helpdesk:calls.flash.noted' })
}
