import type { MeritStage } from '#server/domain/merit/lists.ts'
import { type Compared, editionName, pageOfNumber } from '#server/domain/merit/pages.ts'
import type { CandidatePage } from '#server/features/index.ts'
import { formatDate, formatDateTime } from '#server/i18n/format.ts'
import type { Language } from '#server/kernel/languages.ts'
import { ist } from '#server/kernel/time.ts'

/** The candidate's places in the list in force, with the reasons; null (404) if the candidate is in none. */
export function ownView(page: CandidatePage, stage: MeritStage) {
  const { services, language } = page
  const standing = services.meritPages.standing(stage, page.actor.candidateId)
  if (!standing) return null
  const { edition, places, compared } = standing
  const now = services.clock.portal()
  const mayFile = stage === 'provisional' && !!page.session?.permissions.grivancy
  const window = services.notices.activity('grievances')
  const until = window?.closesAt ? formatDateTime(window.closesAt, language) : null
  const isToCome = mayFile && window !== undefined && window.opensAt > now
  const { type, category } = places[0]!
  return {
    stage,
    edition: {
      name: editionName(edition),
      number: edition.number,
      reason: edition.reason,
      publishedAt: formatDateTime(edition.publishedAt, language),
    },
    places: places.map(({ list, meritNumber, of, above, below, before }) => ({
      list,
      meritNumber,
      of,
      above,
      below,
      before,
      page: pageOfNumber(meritNumber),
    })),
    type,
    category,
    compared: compared.map((one) => ({ criterion: one.criterion, value: shownOf(one, language) })),
    /** When one can raise a grievance, while that is still to come. */
    grievanceToCome: isToCome && until !== null ? { from: formatDateTime(window.opensAt, language), at: until } : null,
    grievanceUntil: mayFile && services.notices.isOpen('grievances') ? until : null,
    /** Since when no grievance can be raised any more; with the ways that are left, while the admission still runs. */
    grievanceOver: until !== null && window!.closesAt! <= now ? { at: until, isAnyWayLeft: isAnyWayLeft(page) } : null,
  }
}

/** Until the last admission, a wrong fact is reported at self-verification, and an error of the process is a complaint. */
function isAnyWayLeft({ services, actor, arrivedAt }: CandidatePage): boolean {
  const { mayComplain } = services.grievances.own(actor.candidateId, arrivedAt)
  return mayComplain.ok || mayComplain.refusal.code !== 'complaints-over'
}

const shownOf = (one: Compared, language: Language) =>
  one.criterion === 'birth-date' ? formatDate(ist(one.date), language) : one.percentage
