import { momentsOf, soonestFirst } from '#pages/parts/notices/moments.ts'
import { ownDatesOf } from '#pages/parts/notices/own-dates.server.ts'
import { contactView } from '#pages/parts/notices/views.ts'
import { hasGone } from '#pages/parts/seat-acceptance/seat.server.ts'
import { href } from '#pages/ui/href.ts'
import type { Page } from '#server/features/index.ts'
import { formatDateTime } from '#server/i18n/format.ts'

export const texts = ['offline', 'notices'] as const
export const layout = 'bare' as const
export const isCacheable = true

/** The most dates on the page. */
const mostDates = 5

/**
 * The page that a device shows without a network: the dates as last seen, and for a candidate the dates that are theirs,
 * the application and the papers. Source: rules §11.6.
 */
export function load(page: Page) {
  const { services, language } = page
  const isShown = isSignedIn(page) ? ownDates(page) : () => true
  return {
    seenAt: formatDateTime(services.clock.portal(), language),
    dates: momentsOf(soonestFirst(services.notices.schedule()), services.notices.undated(), page)
      .filter((moment) => moment.state !== 'past' && isShown(moment))
      .slice(0, mostDates),
    contact: contactView(services, language),
    own: isSignedIn(page) ? ownOf(page) : null,
  }
}

/** The page of somebody who is signed in; it is open to visitors too. */
type SignedInPage = Page & { actor: NonNullable<Page['actor']> }

const isSignedIn = (page: Page): page is SignedInPage => page.actor !== null

/** The dates that concern the signed-in candidate, as on the dashboard. */
function ownDates(page: SignedInPage) {
  const { services, actor } = page
  const { facts, permissions } = services.application.standingOf(actor)
  const { application } = services.nextActs.of(actor, page.arrivedAt)
  const seat = facts.roundsAllotted ? services.seatAcceptance.current(actor.candidateId) : null
  return ownDatesOf(page, { facts, permissions, application: application.kind, seat })
}

/** The signed-in candidate's application and papers. */
function ownOf({ services, actor, language, base, t }: SignedInPage) {
  const { details, permissions } = services.application.standingOf(actor)
  const sheet = services.application.sheet(actor.candidateId, language)
  const kept = services.seatAcceptance.seats(actor.candidateId).filter((seat) => !hasGone(seat))
  const papers = [
    sheet?.sections.length && { title: t('offline:paper.form'), href: href(base, 'print-pdf.pdf') },
    permissions.acknowledgement && {
      title: t('offline:paper.acknowledgement'),
      href: href(base, 'acknowledgement.pdf'),
    },
    permissions.pMerit && { title: t('offline:paper.provisional'), href: href(base, 'provisional-merit.pdf') },
    permissions.fMerit && { title: t('offline:paper.final'), href: href(base, 'final-merit.pdf') },
    permissions.fMerit &&
      services.jkSeat.seatOf(actor.candidateId) && { title: t('offline:paper.jk'), href: href(base, 'jk-seat.pdf') },
    ...kept.map(({ offer: { round } }) => ({
      title: t('offline:paper.allotment', { round }),
      href: href(base, 'allotment/letter-:round.pdf', { round }),
    })),
    services.reporting.standingOf(actor.candidateId)?.kind === 'recorded' && {
      title: t('offline:paper.admission'),
      href: href(base, 'self-arc-home/receipt.pdf'),
    },
    services.cancellation.of(actor.candidateId) && {
      title: t('offline:paper.cancellation'),
      href: href(base, 'cancel-admission-application-form-print.pdf'),
    },
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
