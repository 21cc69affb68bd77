import { formatDateTime } from '#server/i18n/format.ts'
import { command, configuration, ofCourse, say, text } from './command'
import { portalsThere } from './portals'

/** `bring-back-erased --course SLUG [--night NUMBER]`: brings back what the retention erased in a night; lists the nights without one. */
export const bringBackErased = command({ night: text, ...ofCourse }, async (given) => {
  const config = configuration()
  const asked = given.night
  for (const portal of portalsThere(config, given.course)) {
    const { privacy, course } = portal
    const nights = privacy.retention.nights()
    if (asked === undefined) {
      for (const { id, at, rows } of nights)
        say(`${course.slug}: --night ${id}: ${rows} rows of ${formatDateTime(at, 'en')}`)
      if (nights.length === 0) say(`${course.slug}: nothing was erased in the last week of nights`)
    } else if (nights.some(({ id }) => String(id) === asked)) {
      const { rows: all } = nights.find(({ id }) => String(id) === asked)!
      let back = 0
      const { rows, files, taken } = await privacy.retention
        .bringBack(Number(asked), (so) => {
          const tenth = Math.floor((10 * so) / all)
          if (tenth > Math.floor((10 * back) / all)) say(`${course.slug}: ${so} of ${all} rows are back`)
          back = so
        })
        .catch((error: unknown) => {
          say(`${course.slug}: ${back} of ${all} rows are back, whole records each; run this again for the others`)
          throw error
        })
      say(`${course.slug}: brought back ${rows} rows and ${files} files`)
      if (taken)
        say(
          `  ${taken} of the candidates have registered again meanwhile: the number and address stay with the new record`,
        )
      say('  Candidates who were granted an erasure stay erased')
      say('  The next night erases again whatever is due by the clock of this machine and the dates of the season')
    } else {
      say(`${course.slug}: no night ${asked}; there are ${nights.map(({ id }) => id).join(', ') || 'none'}`)
      process.exitCode = 1
    }
    await portal.close()
  }
})
