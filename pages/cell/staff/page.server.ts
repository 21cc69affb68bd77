import { NewStaff, StaffAct } from '../../../server/features/staff/schema'
import type { DeskPage } from '../../../server/services'
import { href } from '../../ui/href'

export const title = ({ t }: DeskPage) => t('staff:menu.staff')

export function load({ services, actor, language }: DeskPage) {
  return {
    staff: services.staff.list().map((card) => ({ ...card, isOwn: card.id === actor!.id })),
    centres: services.directory.centres().map(({ code, name }) => ({ code, name: name[language] })),
  }
}

/** A form with an intent acts on an account; the one without makes a new one. */
export const action = (page: DeskPage) =>
  'intent' in ((page.request.body ?? {}) as object) ? actOnAccount(page) : create(page)

const here = ({ cellBase }: DeskPage) => href(cellBase, 'staff')

async function create(page: DeskPage) {
  const form = page.form(NewStaff)
  if (!form.ok) return page.invalid(form.refusal)
  const result = await page.services.staff.create(page.actor!, form.value)
  if (!result.ok) return page.invalid(result.refusal)
  return page.redirect(here(page), { type: 'warning', key: 'staff:flash.created', values: result.value })
}

async function actOnAccount(page: DeskPage) {
  const form = page.form(StaffAct)
  if (!form.ok) return page.invalid(form.refusal)
  const { staff } = page.services
  const actor = page.actor!
  const id = Number(form.value.staffId)
  switch (form.value.intent) {
    case 'reset-password': {
      const result = await staff.resetPassword(actor, id)
      if (!result.ok) return page.invalid(result.refusal)
      return page.redirect(here(page), { type: 'warning', key: 'staff:flash.password-reset', values: result.value })
    }
    case 'reset-second-factor': {
      const result = staff.resetSecondFactor(actor, id)
      if (!result.ok) return page.invalid(result.refusal)
      return page.redirect(here(page), {
        type: 'success',
        key: 'staff:flash.second-factor-reset',
        values: result.value,
      })
    }
    case 'disable':
    case 'enable': {
      const result = staff.setDisabled(actor, id, form.value.intent === 'disable')
      if (!result.ok) return page.invalid(result.refusal)
      return page.redirect(here(page), {
        type: 'success',
        key: form.value.intent === 'disable' ? 'staff:flash.disabled' : 'staff:flash.enabled',
        values: result.value,
      })
    }
  }
}
