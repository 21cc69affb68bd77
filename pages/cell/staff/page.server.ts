import { listView } from '#pages/parts/desk/list-view.ts'
import { centreChoices } from '#pages/parts/staff/places.server.ts'
import { href } from '#pages/ui/href.ts'
import type { Changed } from '#server/features/desk/staff/changes.ts'
import { ChangeDecision, InvitationAct, NewStaff, StaffAct } from '#server/features/desk/staff/schema.ts'
import type { DeskPage } from '#server/features/index.ts'
import { formatDateTime } from '#server/i18n/format.ts'
import type { TextKey } from '#server/i18n/keys.ts'
import type { Result } from '#server/kernel/result.ts'
import { inPortalTime } from '#server/kernel/time.ts'

export const texts = ['list'] as const
export const title = ({ t }: DeskPage) => t('staff:menu.staff')

/** The accounts as the address asks for them, and what waits for another admin. */
export function load(page: DeskPage) {
  const { services, actor, language } = page
  // Accounts keep the machine's time.
  const time = (at: number) => formatDateTime(inPortalTime(at, services.clock), language)
  const list = listView(page, services.deskLists.lists.staff)
  return {
    list: {
      ...list,
      rows: list.rows.map((row) => ({ ...row, lastLogin: row.lastLoginAt === null ? null : time(row.lastLoginAt) })),
    },
    ownId: actor.id,
    withoutPassword: services.staff.withoutPassword(),
    invitations: services.staff.invitations.open().map(({ madeAt, endsAt, ...one }) => ({
      ...one,
      sent: time(madeAt),
      ends: time(endsAt),
    })),
    waiting: services.staff.waitingChanges(actor).map((change) => ({ ...change, preparedAt: time(change.preparedAt) })),
    centres: centreChoices(services, language),
  }
}

/** The fields show which form was sent: a decision on a waiting change, an act on an account, or a new account. */
export function action(page: DeskPage) {
  const body = page.posted
  if ('invite' in body) return invite(page)
  if ('decision' in body) return decide(page)
  return 'intent' in body ? actOnAccount(page) : create(page)
}

const here = ({ cellBase }: DeskPage) => href(cellBase, 'staff')

const flashes = {
  create: 'staff:flash.created',
  'reset-password': 'staff:flash.password-reset',
  'reset-second-factor': 'staff:flash.second-factor-reset',
  enable: 'staff:flash.enabled',
  edit: 'staff:flash.edited',
} as const satisfies Record<string, TextKey>

/**
 * Redirects to the list, with the new one-time password, if any, or a note that another admin has to release the
 * change.
 */
function changed(page: DeskPage, result: Result<Changed>) {
  if (!result.ok) return result
  const { kind, loginName, password, isWaiting, invited } = result.value
  if (invited !== undefined)
    return page.redirect(here(page), { type: 'success', key: 'staff:flash.invited', values: { email: invited } })
  if (isWaiting)
    return page.redirect(here(page), { type: 'info', key: 'staff:flash.change-waits', values: { loginName } })
  const type = password === null ? 'success' : 'warning'
  return page.redirect(here(page), { type, key: flashes[kind], values: { loginName, password: password ?? '' } })
}

/** Sends a link to one account or to all that have an address and no password, or ends one. */
function invite(page: DeskPage) {
  const form = page.form(InvitationAct)
  if (!form.ok) return form
  const { invitations } = page.services.staff
  const id = Number(form.value.staffId)
  if (form.value.invite === 'all') {
    const count = invitations.inviteAll(page.actor)
    return page.redirect(here(page), { type: 'success', key: 'staff:flash.invited-all', values: { count } })
  }
  if (form.value.invite === 'withdraw') {
    const ended = invitations.withdraw(page.actor, id)
    if (!ended.ok) return ended
    return page.redirect(here(page), { type: 'info', key: 'staff:flash.invitation-withdrawn', values: ended.value })
  }
  const sent = invitations.invite(page.actor, id)
  if (!sent.ok) return sent
  return page.redirect(here(page), { type: 'success', key: 'staff:flash.invited', values: sent.value })
}

async function create(page: DeskPage) {
  const form = page.form(NewStaff)
  if (!form.ok) return form
  return changed(page, await page.services.staff.create(page.actor, form.value))
}

async function decide(page: DeskPage) {
  const form = page.form(ChangeDecision)
  if (!form.ok) return form
  const { staff } = page.services
  const id = Number(form.value.change)
  if (form.value.decision === 'release') return changed(page, await staff.releaseChange(page.actor, id))
  const result = staff.refuseChange(page.actor, id)
  if (!result.ok) return result
  return page.redirect(here(page), {
    type: 'info',
    key: 'staff:flash.change-refused',
    values: { loginName: result.value.loginName },
  })
}

async function actOnAccount(page: DeskPage) {
  const form = page.form(StaffAct)
  if (!form.ok) return form
  const { staff } = page.services
  const actor = page.actor
  const { intent, staffId } = form.value
  if (intent !== 'disable') return changed(page, await staff.change(actor, Number(staffId), intent))
  const result = staff.disable(actor, Number(staffId))
  if (!result.ok) return result
  return page.redirect(here(page), { type: 'success', key: 'staff:flash.disabled', values: result.value })
}
