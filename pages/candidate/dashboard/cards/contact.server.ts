import { inPortalTime } from '#server/kernel/time.ts'
import type { Standing } from './standing.server'

/** How the candidate is reached, and the login before this one. */
export function contactCard({ page, time }: Standing) {
  const { services, actor } = page
  const { mobile, email, isEmailVerified, isOnWhatsapp, pendingMobile } = services.accounts.contact(actor)
  return {
    mobile,
    email,
    isEmailVerified,
    isOnWhatsapp,
    push: services.push.view(actor),
    receiver: services.accounts.receiver(actor),
    pending: pendingMobile && { mobile: pendingMobile.mobile, at: time(pendingMobile.takesEffectAt)! },
    lastLogin:
      actor.lastLoginAt === null
        ? null
        : { at: time(inPortalTime(actor.lastLoginAt, services.clock))!, device: actor.lastLoginDevice ?? '' },
  }
}
