import { ScheduleChange } from '../../../server/features/notices/schema'
import { formatDateTime } from '../../../server/i18n/format'
import { formatPeriod } from '../../../server/i18n/period'
import type { DeskPage } from '../../../server/services'
import { askBack } from '../../parts/content/confirm.server'
import { wallClock } from '../../parts/content/wall-clock.server'
import { whenOf } from '../../parts/notices/moments'
import { href } from '../../ui/href'

export const texts = ['content', 'notices'] as const
export const title = ({ t }: DeskPage) => t('staff:menu.schedule')

/** The schedule with its past changes, and the activity to change (`?activity=`). */
export function load(page: DeskPage) {
  const { services, language, query, t } = page
  const schedule = services.notices.schedule()
  const chosen = schedule.find(({ key }) => key === query.activity)
  const titleOf = (key: string) => schedule.find((activity) => activity.key === key)?.title[language] ?? key
  const [opensDate, opensTime] = chosen ? wallClock(chosen.opensAt) : ['', '']
  const [closesDate, closesTime] = chosen?.closesAt ? wallClock(chosen.closesAt) : ['', '']
  return {
    activities: schedule.map((activity) => ({
      key: activity.key,
      title: activity.title[language],
      when: whenOf(activity, page),
      state: activity.state,
    })),
    chosen: chosen && {
      key: chosen.key,
      title: chosen.title[language],
      hasBegun: chosen.opensAt <= services.clock.portal(),
      opens: formatDateTime(chosen.opensAt, language),
      isSpan: chosen.closesAt !== null,
      opensDate,
      opensTime,
      closesDate,
      closesTime,
    },
    changes: services.notices.changes().map(({ activity, opensBefore, closesBefore, reason, at }, place) => ({
      id: place,
      title: titleOf(activity),
      words: t('content:schedule.changed-at', {
        time: formatDateTime(at, language),
        before: formatPeriod({ opensAt: opensBefore, closesAt: closesBefore }, language, t),
      }),
      reason: reason[language],
    })),
  }
}

export function action(page: DeskPage) {
  const { services, language, t } = page
  const form = page.form(ScheduleChange)
  if (!form.ok) return page.invalid(form.refusal)
  const planned = services.notices.rescheduling(form.value)
  if (!planned.ok) return page.invalid(planned.refusal)
  const { before, after } = planned.value
  const agreed = `${after.opensAt} ${after.closesAt ?? ''}`.trim()
  if (form.value.confirmed !== agreed) {
    const words = (at: number | null) => (at === null ? '' : formatDateTime(at, language))
    return askBack(page.posted, {
      title: t('content:schedule.confirm-title'),
      lines: [
        ...(before.opensAt === after.opensAt
          ? []
          : [t('content:schedule.confirm-opens', { before: words(before.opensAt), after: words(after.opensAt) })]),
        ...(before.closesAt === after.closesAt
          ? []
          : [t('content:schedule.confirm-closes', { before: words(before.closesAt), after: words(after.closesAt) })]),
      ],
      submit: t('content:schedule.confirm'),
      name: 'confirmed',
      value: agreed,
    })
  }
  const done = services.notices.reschedule(page.actor, form.value)
  if (!done.ok) return page.invalid(done.refusal)
  return page.redirect(href(page.cellBase, 'schedule'), {
    type: 'success',
    key: 'content:flash.rescheduled',
    values: { title: after.title[language] },
  })
}
