import type { MeritStage } from '../../../server/domain/merit/lists'
import { editionName } from '../../../server/domain/merit/pages'
import { formatDateTime } from '../../../server/i18n/format'
import type { Page } from '../../../server/services'
import { href } from '../../ui/href'
import { lookedUp, lookUpAgain, lookUpView, shownTo } from '../look-up/look-up'

/** Where the look-up of a stage stands, and where its result is printed. */
export const statusRoutes = {
  provisional: { status: 'meritstatus/provisional-merit', print: 'meritstatus/provisional-merit/print/:userId' },
  final: { status: 'meritstatus/final-merit', print: 'meritstatus/final-merit/print/:userId' },
} as const satisfies Record<MeritStage, object>

/** A published edition as pages name it; null until one of this stage is published. */
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

/** What a look-up shows of a candidate: the public columns, and the number in each list; null where they are in none. */
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

/** The page of a stage's look-up, before and after it has found somebody. */
export function statusView(page: Page, stage: MeritStage) {
  const { services, language } = page
  const edition = editionView(page, stage)
  const found = edition && lookedUp(page)
  const due = services.notices.activity(`${stage}-merit`)?.opensAt
  const grievances = stage === 'provisional' ? services.notices.activity('grievances') : undefined
  const isTime = services.notices.isOpen('grievances')
  return {
    stage,
    ...lookUpView(page),
    edition,
    /** When the list is to be published, while that is to come. */
    due: due !== undefined && due > services.clock.portal() ? formatDateTime(due, language) : null,
    result: found && resultOf(page, stage, found.candidateId),
    grievanceUntil: isTime && grievances?.closesAt ? formatDateTime(grievances.closesAt, language) : null,
  }
}

/**
 * The page to print at `…/print/:userId`: a redirect to the look-up for whoever may not see it, null (404) where nothing
 * is published or the candidate is in no list.
 */
export function printedView(page: Page<'meritstatus/final-merit/print/:userId'>, stage: MeritStage) {
  const found = shownTo(page, page.params.userId ?? '')
  if (!found) return lookUpAgain(page, href(page.base, statusRoutes[stage].status))
  const edition = editionView(page, stage)
  const result = edition && resultOf(page, stage, found.candidateId)
  return edition && result && { edition, result }
}
