import type { Clock } from '#server/adapters/clock.ts'
import type { Notices } from '#server/features/content/notices/service.ts'
import type { OrdersInForce } from '#server/features/scrutiny/orders/published.ts'
import type { AccountsDeps } from './deps'

type Needs = {
  notices: Pick<Notices, 'registration' | 'activity'>
  ordersInForce: Pick<OrdersInForce, 'isAdmittedLate'>
  clock: Pick<Clock, 'portal'>
}

/** When somebody may register: in the windows of the schedule, or by a special order for their number. */
export const registrationWindow = ({
  notices,
  ordersInForce,
  clock,
}: Needs): Pick<AccountsDeps, 'isRegistrationOpen' | 'nextRegistration'> => ({
  isRegistrationOpen: (mobile) => notices.registration()?.isOpen === true || ordersInForce.isAdmittedLate(mobile),
  nextRegistration: () =>
    ['registration', 'late-registration']
      .map(notices.activity)
      .find((window) => window && window.opensAt > clock.portal()),
})
