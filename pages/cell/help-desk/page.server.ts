import { listView } from '#pages/parts/desk/list-view.ts'
import { href } from '#pages/ui/href.ts'
import { districtName } from '#server/domain/application/form/lists.ts'
import { findState } from '#server/domain/terms/places.ts'
import type { DeskPage } from '#server/features/index.ts'

export const texts = ['helpdesk', 'list'] as const
export const title = ({ t }: DeskPage) => t('staff:menu.help-desk')

/** The candidates who match the search in the address. A single match redirects to the record. */
export function load(page: DeskPage) {
  const view = show(page)
  const [only] = view.found
  if (only && view.found.length === 1) {
    return page.redirect(href(page.cellBase, 'help-desk/:userId', { userId: only.userId }))
  }
  return view
}

export function show(page: DeskPage) {
  const { services, language, query } = page
  const actor = page.actor
  const typed = query.q?.trim() ?? ''
  const asked = typed === '' ? null : services.helpDesk.find(actor, typed)
  const homeOf = (state: string, district: string) =>
    district ? districtName(district, language, services.course.form) : (findState(state)?.[language] ?? '')
  return {
    typed,
    /** The reason why the search was refused, in words; null if it was not. */
    problem: asked && !asked.ok ? page.invalid(asked.refusal).form.message : null,
    isAnswered: asked?.ok ?? false,
    isMore: asked?.ok ? asked.value.isMore : false,
    found: asked?.ok
      ? asked.value.found.map(({ state, district, ...rest }) => ({ ...rest, home: homeOf(state, district) }))
      : [],
    list: listView(page, services.deskLists.lists['help-desk']),
  }
}
