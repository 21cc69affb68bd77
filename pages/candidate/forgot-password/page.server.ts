import { exampleId } from '#pages/parts/accounts/example-id.ts'
import { href } from '#pages/ui/href.ts'
import { keepReference, originOf, referencesIn } from '#server/features/accounts/accounts/http-session.ts'
import { Recovery } from '#server/features/accounts/accounts/schema.ts'
import type { Page } from '#server/features/index.ts'

export const texts = ['login'] as const

export const load = (page: Page) => ({ exampleId: exampleId(page) })

/** Treats known and unknown accounts alike, so that the page does not reveal which accounts exist. */
export async function action(page: Page) {
  const form = page.form(Recovery)
  if (!form.ok) return form
  const origin = originOf(page)
  const { cookies, request, reply } = page
  const earlier = referencesIn(cookies.recovery, request)
  const asked = await page.services.accounts.forgotPassword(form.value.userId, origin, earlier)
  if (!asked.ok) return asked
  keepReference(cookies.recovery, request, reply, asked.value.recoveryId)
  return page.redirect(href(page.base, 'forgot-otp-verify'))
}
