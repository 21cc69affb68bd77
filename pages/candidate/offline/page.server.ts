import { formatDateTime } from '../../../server/i18n/format'
import type { Page } from '../../../server/services'
import { momentsOf, soonestFirst } from '../../parts/notices/moments'
import { contactView } from '../../parts/notices/views'
import { href } from '../../ui/href'

export const texts = ['offline', 'notices'] as const
export const layout = 'bare' as const
export const isCacheable = true

/** The most dates on the page. */
const mostDates = 5

/**
 * The page that a device shows without a network: the dates as last seen, and for a candidate the application and the
 * papers. Source: rules §11.6.
 */
export function load(page: Page) {
  const { services, language } = page
  return {
    seenAt: formatDateTime(services.clock.portal(), language),
    dates: momentsOf(soonestFirst(services.notices.schedule()), services.notices.undated(), page)
      .filter(({ state }) => state !== 'past')
      .slice(0, mostDates),
    contact: contactView(services, language),
    own: ownOf(page),
  }
}

/** The signed-in candidate's application and papers; null for a visitor. */
function ownOf({ services, actor, language, base, t }: Page) {
  if (!actor) return null
  const { details, permissions } = services.application.standingOf(actor)
  const sheet = services.application.sheet(actor.candidateId, language)
  const allotted = services.results.outcomes(actor.candidateId).filter(({ state }) => state === 'allotted')
  const papers = [
    sheet?.sections.length && { title: t('offline:paper.form'), href: href(base, 'print-pdf.pdf') },
    permissions.acknowledgement && {
      title: t('offline:paper.acknowledgement'),
      href: href(base, 'acknowledgement.pdf'),
    },
    permissions.pMerit && { title: t('offline:paper.provisional'), href: href(base, 'provisional-merit.pdf') },
    permissions.fMerit && { title: t('offline:paper.final'), href: href(base, 'final-merit.pdf') },
    ...allotted.map(({ round }) => ({
      title: t('offline:paper.allotment', { round }),
      href: href(base, 'allotment/letter-:round.pdf', { round }),
    })),
  ].filter((paper) => !!paper)
  return {
    userId: details.user_id,
    fullName: details.full_name,
    sections: sheet?.sections.map(({ step, title, rows }) => ({
      step,
      title,
      rows: rows.map(({ label, value }) => ({ label, value })),
    })),
    papers,
  }
}
