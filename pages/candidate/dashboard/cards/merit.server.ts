import type { MeritStage } from '#server/domain/merit/lists.ts'
import { formatCount } from '#server/i18n/format.ts'
import type { Standing } from './standing.server'

/** The numbers in the newest list that includes the candidate; null if the permissions show that no list does. */
export function meritCard({ page, permissions: { pMerit, fMerit }, following, hasJkSeat }: Standing) {
  const { services, actor } = page
  const stage: MeritStage | null = fMerit ? 'final' : pMerit ? 'provisional' : null
  const standing = stage && services.meritPages.standing(stage, actor.candidateId)
  if (!stage || !standing) return null
  const places = standing.places.map(({ list, meritNumber, of }) => ({
    list,
    number: formatCount(meritNumber),
    of: formatCount(of),
  }))
  return { stage, places, hasJkSeat, following: following() }
}
