import { houseJobs } from '../../../server/domain/housekeeping'
import { formatCount, formatDateTime } from '../../../server/i18n/format'
import { days } from '../../../server/kernel/time'
import type { DeskPage } from '../../../server/services'
import { href } from '../../ui/href'

export const texts = ['health'] as const
export const title = ({ t }: DeskPage) => t('staff:menu.health')

/** Backups that are named; older ones are there as well. */
const shown = 14

/** What the last checks found, the backups, and the last run of every hourly or daily job; machine's time. */
export function load({ services, language }: DeskPage) {
  const { report, isChecking, backups, runs, isDemo } = services.housekeeping.view()
  const said = (at: number | null) => (at === null ? null : formatDateTime(at, language))
  const [newest] = backups
  return {
    isChecking,
    isDemo,
    checkedAt: said(report?.at ?? null),
    results: report?.results ?? [],
    isBackupLate: !isDemo && newest !== undefined && newest.madeAt < services.clock.real() - days(2),
    backups: backups.slice(0, shown).map(({ name, madeAt, bytes, files }) => ({
      name,
      made: said(madeAt),
      megabytes: formatCount(Math.ceil(bytes / (1024 * 1024))),
      files: formatCount(files),
    })),
    runs: runs
      .filter(({ job }) => !(isDemo && job === houseJobs[0]))
      .map(({ job, dueAt, finishedAt, state }) => ({ job, due: said(dueAt), ended: said(finishedAt), state })),
  }
}

/** Begins a check of the data. */
export function action(page: DeskPage) {
  const begun = page.services.housekeeping.startCheck(page.actor!)
  if (!begun.ok) return page.invalid(begun.refusal)
  return page.redirect(href(page.cellBase, 'health'), { type: 'info', key: 'health:flash.checking' })
}
