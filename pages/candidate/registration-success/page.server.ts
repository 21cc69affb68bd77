import { href } from '#pages/ui/href.ts'
import { originOf, referencesIn } from '#server/features/accounts/accounts/http-session.ts'
import type { Page } from '#server/features/index.ts'

export const texts = ['registered'] as const

const finished = ({ cookies, request, services }: Page) => {
  const [registrationId] = referencesIn(cookies.registration, request)
  const status = registrationId
    ? services.accounts.registrationStatus(registrationId, originOf(request, cookies))
    : null
  return status?.userId ? { userId: status.userId, fullName: status.fullName } : null
}

export const show = (page: Page) => ({
  ...(finished(page) ?? { userId: '', fullName: '' }),
  closesAt: page.services.notices.registration()?.closesAt ?? null,
  loginNeedsOtp: page.services.course.loginNeedsOtp,
})

export const load = (page: Page) => (finished(page) ? show(page) : page.redirect(href(page.base, 'home')))
