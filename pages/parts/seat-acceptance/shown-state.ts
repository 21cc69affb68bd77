import type { Seat } from '../../../server/features/seat-acceptance/service'

/** A seat without a next act, in words; null if a better one has replaced it. */
export function shownState({ offer, state }: Seat) {
  switch (state) {
    case 'admitted':
    case 'not-accepted':
      return state
    case 'not-reported':
      return offer.reportedAt === null ? state : ('reported' as const)
    case 'ended':
      if (offer.ending === 'upgraded') return null
      return offer.ending === 'cancelled' ? ('cancelled' as const) : ('withdrawn' as const)
    default:
      return null
  }
}
