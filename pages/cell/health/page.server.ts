import { alarmsOf } from '#pages/parts/desk/alarms.ts'
import { attacksOf } from '#pages/parts/desk/attacks.ts'
import { troublesOf } from '#pages/parts/desk/troubles.ts'
import { missingLines } from '#pages/parts/settings/set-up.server.ts'
import { href } from '#pages/ui/href.ts'
import { momentOf } from '#server/domain/admission/orders.ts'
import { houseJobs } from '#server/domain/operations/housekeeping.ts'
import type { DeskPage } from '#server/features/index.ts'
import { ConfirmTimeForm } from '#server/features/operations/housekeeping/schema.ts'
import { formatCount, formatDateTime } from '#server/i18n/format.ts'
import { days } from '#server/kernel/time.ts'

export const texts = ['health', 'season'] as const
export const title = ({ t }: DeskPage) => t('staff:menu.health')

/** The number of backups in the list; older ones exist too. */
const shown = 14

/**
 * The findings of the last check, the backups, and the last run of each hourly or daily job. Times come from the
 * machine's clock, not the portal's.
 */
export function load(page: DeskPage) {
  const { services, language, cellBase, t } = page
  const { report, isChecking, checkFailedAt, backups, brokenBackups, runs, isDemo } = services.housekeeping.view()
  const said = (at: number | null) => (at === null ? null : formatDateTime(at, language))
  const [newest] = backups
  return {
    troubles: troublesOf(page),
    alarms: alarmsOf(page),
    setUp: services.setUp.isOpened()
      ? []
      : services.setUp.lines().map(({ item, missing }) => ({ item, missing: missingLines(t, missing) })),
    setUpPage: href(cellBase, 'set-up'),
    attacks: attacksOf(page),
    isChecking,
    isDemo,
    checkFailedAt: said(checkFailedAt),
    checkedAt: said(report?.at ?? null),
    results: report?.results ?? [],
    isBackupLate: !isDemo && newest !== undefined && newest.madeAt < services.clock.real() - days(2),
    brokenBackups,
    backups: backups.slice(0, shown).map(({ name, madeAt, bytes, files }) => ({
      name,
      made: said(madeAt),
      megabytes: formatCount(Math.ceil(bytes / (1024 * 1024))),
      files: formatCount(files),
    })),
    nights: services.privacy.retention.nights().map(({ id, at, rows }) => ({
      id,
      at: said(at),
      rows: formatCount(rows),
    })),
    aside: services.fileStorage.aside().map(({ day, files, deletedAt }) => ({
      day,
      files: formatCount(files),
      deleted: formatDateTime(deletedAt, language),
    })),
    damagedInBackup: newest?.damaged?.length ?? 0,
    runs: runs
      .filter(({ job }) => !(isDemo && job === houseJobs[0]))
      .map(({ job, dueAt, finishedAt, state }) => ({ job, due: said(dueAt), ended: said(finishedAt), state })),
  }
}

/** Starts a check of the data, or confirms the time of the machine. */
export function action(page: DeskPage) {
  if (page.posted.intent === 'confirm-time') {
    const form = page.form(ConfirmTimeForm)
    if (!form.ok) return form
    const { watchDate, watchTime } = form.value
    const confirmed = page.services.machineTime.confirm(page.actor, momentOf(watchDate, watchTime) ?? 0)
    if (!confirmed.ok) return confirmed
    return page.redirect(href(page.cellBase, 'health'), { type: 'success', key: 'health:flash.time-confirmed' })
  }
  const begun = page.services.housekeeping.startCheck(page.actor)
  if (!begun.ok) return begun
  return page.redirect(href(page.cellBase, 'health'), { type: 'info', key: 'health:flash.checking' })
}
