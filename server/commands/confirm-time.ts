import { formatDateTime } from '#server/i18n/format.ts'
import { ist } from '#server/kernel/time.ts'
import { command, configuration, ofCourse, orMisconfigured, say, text } from './command'
import { portalsThere } from './portals'

/**
 * `confirm-time --time 'YYYY-MM-DD HH:MM' [--course SLUG]`: confirms the time of this machine, which the portal doubts, if it is
 * the one that the operator's own watch shows in India. Without `--time`: says the two times.
 */
export const confirmTime = command({ time: text, ...ofCourse }, async (given) => {
  const config = configuration()
  const typed = given.time
  const shown = typed === undefined ? undefined : orMisconfigured('--time is wrong', () => ist(typed))
  for (const portal of portalsThere(config, given.course)) {
    const { machineTime, course } = portal
    const isTrusted = machineTime.isTrusted()
    const doubt = machineTime.doubt()
    if (isTrusted || !doubt) say(`${course.slug}: the time of this machine is believed; nothing waits`)
    else if (shown !== undefined && machineTime.confirm(null, shown).ok)
      say(`${course.slug}: confirmed ${formatDateTime(doubt.now, 'en')}; what waited goes on`)
    else {
      const known = formatDateTime(doubt.trustedAt, 'en')
      say(`${course.slug}: this machine says ${formatDateTime(doubt.now, 'en')}, and the portal last knew ${known}`)
      say("  NOT CONFIRMED: say the time of your own watch in India, --time 'YYYY-MM-DD HH:MM', or set the clock right")
      process.exitCode = 1
    }
    await portal.close()
  }
})
