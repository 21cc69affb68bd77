import { centreChoices } from '#pages/parts/staff/places.server.ts'
import { href } from '#pages/ui/href.ts'
import { StaffEdit } from '#server/features/desk/staff/schema.ts'
import type { DeskPage } from '#server/features/index.ts'
import type { DataOf } from '#server/http/page.ts'

type Shown = DeskPage<'staff/:id'>

/** One account; null (404) for an unknown one. */
export function load(page: Shown) {
  const { services, actor, language } = page
  const account = services.staff.account(page.params.id)
  return account && { account, isOwn: account.id === actor.id, centres: centreChoices(services, language) }
}

export const title = (_page: Shown, data: DataOf<typeof load>): string => data.account.fullName

/** Changes name, role and place. */
export function action(page: Shown) {
  const form = page.form(StaffEdit)
  if (!form.ok) return form
  const done = page.services.staff.edit(page.actor, page.params.id, form.value)
  if (!done.ok) return done
  const { loginName, isWaiting } = done.value
  return page.redirect(href(page.cellBase, 'staff'), {
    type: isWaiting ? 'info' : 'success',
    key: isWaiting ? 'staff:flash.change-waits' : 'staff:flash.edited',
    values: { loginName },
  })
}
