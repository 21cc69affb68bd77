import { categories } from '../../../server/domain/application/form/claims'
import { findDistrict } from '../../../server/domain/portal/places'
import { districtsOf, regions } from '../../../server/domain/portal/regions'
import { formatDateTime } from '../../../server/i18n/format'
import type { DeskPage } from '../../../server/services'
import { href } from '../../ui/href'

export const texts = ['scrutiny', 'form'] as const
export const leadsTo = 'cell/scrutiny/[userId]'
export const title = ({ t }: DeskPage) => t('staff:menu.scrutiny')

const names = ['queue', 'mine', 'type', 'category', 'district', 'order'] as const

/** The queue that the address asks for. An Application ID in the address redirects to its form. */
export function load({ services, actor, query, language, t, cellBase, redirect }: DeskPage) {
  const { scrutiny, course } = services
  const userId = query.userId?.trim().toUpperCase()
  if (userId && scrutiny.isWithinReach(actor, userId)) return redirect(href(cellBase, 'scrutiny/:userId', { userId }))
  const search = Object.fromEntries(
    names.flatMap((name) => (query[name] === undefined || query[name] === '' ? [] : [[name, query[name]]])),
  ) as Partial<Record<(typeof names)[number], string>>
  const asked = { ...search, ...(query.after && { after: query.after }) }
  const sought = scrutiny.queue(actor, asked)
  const found = sought.ok ? sought : scrutiny.queue(actor, {})
  if (!found.ok) throw new Error('a search for nothing was not understood')
  const { queue, counts, rows, next } = found.value
  const typeWords = course.form.qualification === 'degree' ? 'type-after-degree' : 'type-after-hsc'
  const reach = actor.region === null ? regions.flatMap(districtsOf) : districtsOf(actor.region)
  const nameOf = (code: string) => findDistrict(code.slice(0, 2), code)?.[language] ?? code
  return {
    search,
    isUnderstood: sought.ok,
    unknown: userId ?? null,
    isFirstPage: query.after === undefined,
    queue,
    counts,
    grievances: services.grievances.waiting(actor),
    next,
    types: course.form.types.map((type) => ({
      value: type,
      label: t(`form:${typeWords}.${type}` as 'form:type-after-degree.A'),
    })),
    categories: categories.map((category) => ({ value: category, label: t(`form:category.${category}`) })),
    districts: reach.map((code) => ({ value: code, label: nameOf(code) })),
    rows: rows.map(({ userId, fullName, district, submittedAt, officer, holder }) => ({
      userId,
      fullName,
      district: nameOf(district),
      submitted: formatDateTime(submittedAt, language),
      officer,
      holder,
    })),
  }
}

/** Picks up the form that has waited longest. */
export function action(page: DeskPage) {
  const taken = page.services.scrutiny.takeNext(page.actor)
  if (!taken.ok) return page.invalid(taken.refusal)
  const userId = taken.value
  const here = href(page.cellBase, 'scrutiny')
  if (userId === null) return page.redirect(here, { type: 'info', key: 'scrutiny:flash.none-waiting' })
  return page.redirect(href(page.cellBase, 'scrutiny/:userId', { userId }))
}
