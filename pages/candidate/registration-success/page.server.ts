import { href } from '#pages/ui/href.ts'
import { originOf, referencesIn } from '#server/features/accounts/accounts/http-session.ts'
import type { Page } from '#server/features/index.ts'

export const texts = ['registered'] as const

const finished = ({ cookies, request, services }: Page) => {
  const [registrationId] = referencesIn(cookies.registration, request)
  const status = registrationId
    ? services.accounts.registrationStatus(registrationId, originOf({ request, cookies }))
    : null
  return status?.userId ? { userId: status.userId, fullName: status.fullName } : null
}

/** Is the candidate who has just registered the one who is logged in in this browser? */
const isLoggedIn = ({ actor, services }: Page, userId: string) =>
  actor !== null && services.accounts.account(actor.candidateId).userId === userId

export const show = (page: Page) => ({
  ...(finished(page) ?? { userId: '', fullName: '' }),
  isLoggedIn: isLoggedIn(page, finished(page)?.userId ?? ''),
  closesAt: page.services.notices.registration()?.closesAt ?? null,
  loginNeedsOtp: page.services.course.loginNeedsOtp,
})

export const load = (page: Page) => (finished(page) ? show(page) : page.redirect(href(page.base, 'home')))
