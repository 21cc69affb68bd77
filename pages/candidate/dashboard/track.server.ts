import type { TrackedStep } from '#pages/ui/data/Track.tsx'
import { stateOf } from '#server/domain/terms/states.ts'
import type { DashboardCard } from './cards/order.server'
import type { Known } from './hero.server'

/** The course of events below a state in which somebody else acts: a form with its officer, a refund; empty elsewhere. */
export function trackOf({ standing, progress, seat, refund }: Known, of: DashboardCard | null): TrackedStep[] {
  const { page, facts, next, time } = standing
  const { t } = page
  if (of === 'seat' && seat?.state === 'cancelled' && refund?.isLate && !refund.returned) {
    return [
      { title: t('hero:track.cancelled'), state: 'done', note: refund.requested },
      { title: t('hero:track.not-recorded'), state: 'late', note: t('hero:track.was-due', { at: refund.due }) },
      { title: t('hero:track.with-cell', { number: refund.caseNumber }), state: 'now', note: t('hero:track.listed') },
      { title: t('hero:track.refund'), state: 'later', note: t('hero:track.refunded') },
    ]
  }
  if (of !== 'application') return []
  const state = stateOf(facts)
  const submitted: TrackedStep = {
    title: t(state === 'resubmitted' ? 'hero:track.resubmitted' : 'hero:track.submitted'),
    state: 'done',
    note: progress.submitted,
  }
  // A form that is still open to newcomers closes for them and for its officers at one time.
  const until = progress.by && t(progress.isForNonCapAlone ? 'hero:track.counts' : 'hero:due', { by: progress.by })
  if (next.kind === 'await-scrutiny') {
    const since = time(facts.pickedUpAt)
    const usual = page.services.scrutiny.usualWait(facts.lastRevertedAt !== null)
    return [
      submitted,
      {
        title: t(since ? 'hero:track.with-officer' : 'hero:track.waiting'),
        state: 'now',
        note: [
          ...(since ? [t('hero:track.since', { at: since })] : []),
          ...(usual === null ? [] : [t('hero:track.usual', { count: usual })]),
        ].join(' · '),
      },
      { title: t('hero:track.decision'), state: 'later', note: until },
    ]
  }
  if (next.kind === 'visit-centre') {
    return [
      submitted,
      { title: t('hero:track.at-centre'), state: 'now', note: until },
      { title: t('hero:track.confirmed'), state: 'later' },
    ]
  }
  if (next.kind === 'not-checked') {
    return [submitted, { title: t('hero:track.ended'), state: 'late', note: time(next.since) }]
  }
  return []
}
