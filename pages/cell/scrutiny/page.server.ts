import { exampleId } from '#pages/parts/accounts/example-id.ts'
import { finalListTime } from '#pages/parts/desk/final-list.ts'
import { listView } from '#pages/parts/desk/list-view.ts'
import { href } from '#pages/ui/href.ts'
import { districtName } from '#server/domain/application/form/lists.ts'
import { typeKey } from '#server/domain/application/form/type-of-candidature.ts'
import { categories } from '#server/domain/terms/claims.ts'
import { districtsOf, regions } from '#server/domain/terms/regions.ts'
import { scrutinyQueues } from '#server/domain/terms/states.ts'
import type { DeskPage } from '#server/features/index.ts'
import { typedId } from '#server/kernel/typed-text.ts'

export const texts = ['scrutiny', 'form', 'list'] as const
export const leadsTo = 'cell/scrutiny/[userId]'
export const title = ({ t }: DeskPage) => t('staff:menu.scrutiny')

/** The queue that the address asks for. An Application ID in the address redirects to its form. */
export function load(page: DeskPage) {
  const { services, actor, query, language, t, cellBase, redirect } = page
  const { scrutiny, course, deskLists } = services
  const userId = query.userId && typedId(query.userId)
  if (userId && scrutiny.isWithinReach(actor, userId)) return redirect(href(cellBase, 'scrutiny/:userId', { userId }))
  const list = listView(page, deskLists.lists.scrutiny)
  const typeName = (type: string) => t(typeKey(course.form, type) as 'form:type-after-degree.A')
  const reach = actor.region === null ? regions.flatMap(districtsOf) : districtsOf(actor.region)
  const counts = scrutiny.counts(actor)
  const isWaiting = (['new', 'resubmitted', 'picked-up'] as const).some((queue) => counts[queue])
  const nameOf = (code: string) => districtName(code, language, course.form)
  return {
    list: { ...list, rows: list.rows.map((row) => ({ ...row, district: nameOf(row.district) })) },
    queue: scrutinyQueues.find((queue) => queue === list.filters.queue) ?? 'new',
    unknown: userId ?? null,
    exampleId: exampleId(page),
    counts,
    finalListOf: isWaiting ? finalListTime(services, language) : null,
    grievances: services.grievances.waiting(actor),
    second: services.secondReadings.waiting(actor).reduce((sum, { count }) => sum + count, 0),
    types: course.form.types.map((type) => ({ value: type, label: typeName(type) })),
    categories: categories.map((category) => ({ value: category, label: t(`form:category.${category}`) })),
    districts: reach.map((code) => ({ value: code, label: nameOf(code) })),
  }
}

/** Picks up the form that has waited longest. */
export function action(page: DeskPage) {
  if (page.posted.intent === 'second') return takeSecond(page)
  const taken = page.services.scrutiny.takeNext(page.actor)
  if (!taken.ok) return taken
  const userId = taken.value
  const here = href(page.cellBase, 'scrutiny')
  if (userId === null) return page.redirect(here, { type: 'info', key: 'scrutiny:flash.none-waiting' })
  return page.redirect(href(page.cellBase, 'scrutiny/:userId', { userId }))
}

/** Takes up the next form for a second reading. */
function takeSecond(page: DeskPage) {
  const taken = page.services.secondReadings.takeNext(page.actor)
  if (!taken.ok) return taken
  const { cellBase } = page
  return taken.value === null
    ? page.redirect(href(cellBase, 'scrutiny'), { type: 'info', key: 'scrutiny:flash.second-none' })
    : page.redirect(href(cellBase, 'second-reading/:userId', { userId: taken.value }))
}
