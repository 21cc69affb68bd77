import { alarmsOf } from '#pages/parts/desk/alarms.ts'
import { href } from '#pages/ui/href.ts'
import { roundWritten } from '#server/domain/terms/cap-rounds.ts'
import type { DeskPage } from '#server/features/index.ts'
import type { MockLine } from '#server/features/seats/allotment/mock.ts'
import { PrepareRun } from '#server/features/seats/allotment/schema.ts'
import { formatCount, formatDateTime } from '#server/i18n/format.ts'
import type { TextKey } from '#server/i18n/keys.ts'
import { refuse } from '#server/kernel/result.ts'

export const texts = ['allotment'] as const
export const title = ({ t }: DeskPage) => t('staff:menu.allotments')

/** The rounds, each with the obstacle to preparing a run, if any; the runs so far, and rounds that cannot be published. */
export async function load(page: DeskPage) {
  const { services, language, t } = page
  const mockWords = (mock: MockLine) =>
    mock.state === 'due'
      ? t('allotment:mock.due', { at: formatDateTime(mock.dueAt, language) })
      : t(`allotment:mock.${mock.state}`, {
          at: formatDateTime(mock.begunAt, language),
          seated: formatCount(mock.seated),
          count: formatCount(mock.participants),
        })
  const rollCallWords = async (round: number) => {
    const beginsAt = services.course.rollCall ? services.rollCall.beginsAt(round) : null
    const { asked, in: stays, out, silent } = await services.rollCall.counts(round)
    const count = {
      asked: formatCount(asked),
      in: formatCount(stays),
      out: formatCount(out),
      silent: formatCount(silent),
    }
    if (asked || stays || out) return t('allotment:round.roll-call-counts', count)
    return beginsAt === null || beginsAt <= services.clock.portal()
      ? null
      : t('allotment:round.roll-call-ahead', { at: formatDateTime(beginsAt, language) })
  }
  const time = (at: number | null) => (at === null ? null : formatDateTime(at, language))
  return {
    alarms: alarmsOf(page, 'allotments'),
    rounds: await Promise.all(
      services.allotment.rounds().map(async ({ optionsCloseAt, publishAt, mock, hindrance, ...round }) => ({
        ...round,
        optionsCloseAt: time(optionsCloseAt),
        publishAt: time(publishAt),
        mock: mock && mockWords(mock),
        rollCall: await rollCallWords(round.round),
        hindrance: hindrance && t(`allotment:refusal.${hindrance.code}` as TextKey, hindrance.params),
      })),
    ),
    runs: services.allotment.latest().map(({ preparedAt, publishedAt, ...run }) => ({
      ...run,
      preparedAt: time(preparedAt)!,
      publishedAt: time(publishedAt),
    })),
  }
}

export function action(page: DeskPage) {
  const form = page.form(PrepareRun)
  if (!form.ok) return form
  const round = roundWritten(page.services.course.rounds, form.value.round)
  if (round === null) return refuse('unknown-round', 404)
  const begun = page.services.allotment.prepare(page.actor, round)
  if (!begun.ok) return begun
  return page.redirect(href(page.cellBase, 'allotments/:id', { id: String(begun.value) }), {
    type: 'info',
    key: 'allotment:flash.begun',
  })
}
