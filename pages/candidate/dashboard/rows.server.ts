import type { Row } from '#pages/ui/data/Rows.tsx'
import { href } from '#pages/ui/href.ts'
import type { DashboardCard } from './cards/order.server'
import type { Known } from './hero.server'

/**
 * What else there is to read, each a row that leads to its page. `of`: the card at the top, which is not said again.
 * Long: the list of all rows.
 */
export function rowsOf(known: Known, of: DashboardCard | null): Row[] {
  const { standing, progress, told, merit, refund, seat } = known
  const { page, hasJkSeat, jkTitle } = standing
  const { base, t } = page
  const isConfirmed = standing.facts.confirmedAt !== null
  const rows: (Row | false | null)[] = [
    told.isAbsentFromMerit && {
      href: href(base, 'merit-lists'),
      icon: 'page',
      title: t('application:merit.absent-go'),
    },
    told.unread > 0 && {
      href: href(base, 'message'),
      icon: 'mail',
      title: t('signedin:menu.message'),
      note: t('application:told.unread', { count: told.unread }),
    },
    told.isTimeForGrievances && {
      href: href(base, 'grievancy'),
      icon: 'alert',
      title: t('signedin:title.grievancy'),
      note: t('application:told.grievances'),
    },
    ...told.openCases.map((one): Row => ({ ...one, icon: 'alert' })),
    hasJkSeat && {
      href: href(base, 'jk-seat'),
      icon: 'ticket',
      title: t('application:jk-seat.go'),
      note: of === 'jk-seat' ? undefined : t(jkTitle),
    },
    standing.facts.roundsAllotted || of === 'allotment'
      ? { href: href(base, 'allotment'), icon: 'ticket', title: t('application:allotment.go') }
      : null,
    seat?.state === 'cancelled' && {
      href: href(base, 'cancel-admission-application-form-print'),
      icon: 'money',
      title: t(refund ? 'application:refund.go' : 'application:seat.cancelled-go'),
    },
    merit && {
      href: href(base, merit.stage === 'final' ? 'final-merit' : 'provisional-merit'),
      icon: 'rank',
      title: t('application:merit.go'),
      note: `${t(`application:merit.${merit.stage}`)}. ${merit.places
        .map(({ list, number, of: all }) => t(`application:merit.${list}`, { number, of: all }))
        .join(' · ')}`,
    },
    isConfirmed && {
      href: href(base, 'acknowledgement'),
      icon: 'file',
      title: t('application:next.confirmed.go'),
    },
    progress.isSubmitted && {
      href: href(base, 'print-pdf'),
      icon: 'print',
      title: t('application:next.await-scrutiny.go'),
    },
    told.nonCap !== null && {
      href: href(base, 'non-cap'),
      icon: 'building',
      title: t('signedin:title.non-cap'),
      note: told.nonCap.told
        ? t('application:non-cap.told', { count: told.nonCap.told, by: told.nonCap.by })
        : t('application:non-cap.title', { by: told.nonCap.by }),
    },
  ]
  return rows.filter((row) => !!row)
}
