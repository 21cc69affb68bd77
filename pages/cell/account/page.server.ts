import { href } from '#pages/ui/href.ts'
import { staffOriginOf } from '#server/features/desk/staff/http-session.ts'
import { StaffPasswordChange, TotpProof } from '#server/features/desk/staff/schema.ts'
import type { DeskPage } from '#server/features/index.ts'
import { inPortalTime } from '#server/kernel/time.ts'

export const title = ({ t }: DeskPage) => t('staff:menu.account')

export function load({ services, actor }: DeskPage) {
  const { staff, clock } = services
  const sessions = staff.openSessions(actor).map((session) => ({ ...session, at: inPortalTime(session.at, clock) }))
  return { secondFactor: staff.secondFactor.view(actor), sessions }
}

/** Buttons send an intent; the forms for password and code are recognised by their fields. */
export function action(page: DeskPage) {
  const body = page.posted
  if (body.intent === 'begin-second-factor') return beginSecondFactor(page)
  if (body.intent === 'end-other-sessions') return endOtherSessions(page)
  return 'totp' in body ? confirmSecondFactor(page) : changePassword(page)
}

const here = ({ cellBase }: DeskPage) => href(cellBase, 'account')

async function changePassword(page: DeskPage) {
  const form = page.form(StaffPasswordChange)
  if (!form.ok) return form
  const result = await page.services.staff.changePassword(page.actor, form.value, staffOriginOf(page.request))
  if (!result.ok) return result
  page.cookies.desk.write(page.reply, result.value)
  const hasDone = page.actor.duty === 'password'
  return page.redirect(hasDone ? href(page.cellBase, 'home') : here(page), {
    type: 'success',
    key: 'staff:flash.password-changed',
  })
}

function beginSecondFactor(page: DeskPage) {
  const result = page.services.staff.secondFactor.begin(page.actor)
  return result.ok ? page.redirect(here(page)) : result
}

function confirmSecondFactor(page: DeskPage) {
  const form = page.form(TotpProof)
  if (!form.ok) return form
  const result = page.services.staff.secondFactor.confirm(page.actor, form.value.totp)
  if (!result.ok) return result
  return page.redirect(href(page.cellBase, 'home'), { type: 'success', key: 'staff:flash.second-factor-set' })
}

function endOtherSessions(page: DeskPage) {
  page.services.staff.endOtherSessions(page.actor)
  return page.redirect(here(page), { type: 'success', key: 'staff:flash.sessions-ended' })
}
