import { originOf } from '../../../server/features/accounts/http-session'
import { Recovery } from '../../../server/features/accounts/schema'
import type { Page } from '../../../server/services'
import { exampleId } from '../../accounts-parts/example-id'
import { href } from '../../ui/href'

export const texts = ['accounts'] as const

export const load = (page: Page) => ({ exampleId: exampleId(page) })

/** The same way on for a known and an unknown account. */
export async function action(page: Page) {
  const form = page.form(Recovery)
  if (!form.ok) return page.invalid(form.refusal)
  const origin = originOf(page.request, page.cookies)
  const { recoveryId } = await page.services.accounts.forgotPassword(form.value.userId, origin)
  page.cookies.recovery.write(page.reply, recoveryId)
  return page.redirect(href(page.base, 'forgot-otp-verify'))
}
