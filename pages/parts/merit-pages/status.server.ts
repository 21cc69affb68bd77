import { lookedUp, lookUpAgain, lookUpView, shownTo } from '#pages/parts/look-up/look-up.server.ts'
import { dueOf } from '#pages/parts/notices/due.ts'
import { href } from '#pages/ui/href.ts'
import type { MeritStage } from '#server/domain/merit/lists.ts'
import { editionName } from '#server/domain/merit/pages.ts'
import type { Page } from '#server/features/index.ts'
import { formatDateTime } from '#server/i18n/format.ts'
import { statusRoutes } from './status-routes'

/** The edition in force of a stage, for pages; null until one is published. */
function editionView({ services, language }: Page, stage: MeritStage) {
  const edition = services.meritPages.inForce(stage)
  return (
    edition && {
      name: editionName(edition),
      stage,
      number: edition.number,
      reason: edition.reason,
      publishedAt: formatDateTime(edition.publishedAt, language),
    }
  )
}

/** The public columns of a candidate and the number in each list; null if the candidate is in none. */
function resultOf({ services }: Page, stage: MeritStage, candidateId: number) {
  const standing = services.meritPages.standing(stage, candidateId)
  if (!standing) return null
  const { userId, fullName, type, category, percentage } = standing.places[0]!
  return {
    userId,
    fullName,
    type,
    category,
    percentage,
    places: standing.places.map(({ list, meritNumber, of }) => ({ list, meritNumber, of })),
  }
}
export type MeritResult = NonNullable<ReturnType<typeof resultOf>>

/** The view of a stage's look-up page, before and after a look-up. */
export function statusView(page: Page, stage: MeritStage) {
  const { services, language } = page
  const edition = editionView(page, stage)
  const found = edition && lookedUp(page)
  const grievances = stage === 'provisional' ? services.notices.activity('grievances') : undefined
  const isTime = services.notices.isOpen('grievances')
  return {
    stage,
    ...lookUpView(page),
    edition,
    /** The planned time of publication; null once it has passed. */
    due: dueOf(page, `${stage}-merit`),
    result: found && resultOf(page, stage, found.candidateId),
    grievanceUntil: isTime && grievances?.closesAt ? formatDateTime(grievances.closesAt, language) : null,
  }
}

/**
 * The view of `…/print/:userId`: a redirect to the look-up for visitors who may not see it, null (404) if nothing is
 * published or the candidate is in no list.
 */
export function printedView(page: Page<'meritstatus/final-merit/print/:userId'>, stage: MeritStage) {
  const found = shownTo(page, page.params.userId ?? '')
  if (!found) return lookUpAgain(page, href(page.base, statusRoutes[stage].status))
  const edition = editionView(page, stage)
  const result = edition && resultOf(page, stage, found.candidateId)
  return edition && result && { edition, result }
}
