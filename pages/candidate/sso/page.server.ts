import { href } from '#pages/ui/href.ts'
import { grantCookies, originOf } from '#server/features/accounts/accounts/http-session.ts'
import { SsoLogin } from '#server/features/accounts/accounts/schema.ts'
import type { Page } from '#server/features/index.ts'

export const texts = ['login'] as const

/** Opening the link logs nobody in: the token waits in a form until the candidate sends it. */
export const load = ({ services, query }: Page) => ({
  isOn: services.accounts.isSsoOn,
  token: query.token ?? null,
})

export async function action(page: Page) {
  const form = page.form(SsoLogin)
  if (!form.ok) return form
  const { language, reply, cookies, actor } = page
  const origin = originOf(page)
  const result = await page.services.accounts.ssoLogin(form.value.token, language, origin, actor)
  if (!result.ok) return result
  grantCookies(reply, cookies, result.value.grant)
  return page.redirect(href(page.base, 'dashboard'))
}
