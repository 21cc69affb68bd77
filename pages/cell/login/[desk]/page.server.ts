import { href } from '#pages/ui/href.ts'
import { type DeskLink, deskLinks } from '#server/domain/desk/desks.ts'
import { staffOriginOf } from '#server/features/desk/staff/http-session.ts'
import { StaffLogin } from '#server/features/desk/staff/schema.ts'
import type { DeskDoor } from '#server/features/index.ts'
import { safeNext } from '#server/http/safe-next.ts'

type Shown = DeskDoor<'login/:desk'>

export const texts = ['staff'] as const

const deskOf = ({ params }: Shown): DeskLink | undefined => deskLinks.find((link) => link === params.desk)

/** The page after the login: the one requested, or else the desk's home. */
const destination = ({ cellBase, query }: Shown) => safeNext(cellBase, query.next) ?? href(cellBase, 'home')

export const show = (page: Shown, desk: DeskLink) => ({
  name: page.t(`shell:menu.${desk}`),
  /** A page of the desk led here. `isEnded`: it was open until its session ended; nobody has logged out. */
  hasNext: safeNext(page.cellBase, page.query.next) !== null,
  isEnded: page.cookies.desk.read(page.request) !== undefined,
})

/** The desk's name as in the sidebar; null (404) for an unknown desk. Without one, the login that was used last. */
export function load(page: Shown) {
  const desk = deskOf(page)
  if (!desk) return page.params.desk ? null : page.redirect(href(page.cellBase, 'home'))
  return page.actor ? page.redirect(destination(page)) : show(page, desk)
}

export const title = ({ params, t }: Shown) => t(`shell:menu.${params.desk as DeskLink}`)

export async function action(page: Shown) {
  const desk = deskOf(page)
  if (!desk) return page.redirect(href(page.base, 'home'))
  const form = page.form(StaffLogin)
  if (!form.ok) return form
  const result = await page.services.staff.login(form.value, desk, staffOriginOf(page.request))
  if (!result.ok) return result
  page.cookies.desk.write(page.reply, result.value)
  page.cookies.door.write(page.reply, desk)
  return page.redirect(destination(page))
}
