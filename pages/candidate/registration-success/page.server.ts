import type { Page } from '../../../server/services'
import { href } from '../../ui/href'

export const texts = ['accounts'] as const

const finished = ({ cookies, request, services }: Page) => {
  const registrationId = cookies.registration.read(request)
  const status = registrationId ? services.accounts.registrationStatus(registrationId) : null
  return status?.userId ? { userId: status.userId, fullName: status.fullName } : null
}

export const show = (page: Page) => ({
  ...(finished(page) ?? { userId: '', fullName: '' }),
  closesAt: page.services.notices.registration()?.closesAt ?? null,
  loginNeedsOtp: page.services.course.loginNeedsOtp,
})

export const load = (page: Page) => (finished(page) ? show(page) : page.redirect(href(page.base, 'home')))
