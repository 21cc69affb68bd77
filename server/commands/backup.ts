import path from 'node:path'
import { command, configuration, ofCourse, say, sayFaults } from './command'
import { portalsThere } from './portals'

/**
 * `backup [--course SLUG]`: backs up every portal, or one, whether or not the server is running. Exit code 1 if a file was left out
 * because its bytes have changed; the backup of everything else is made.
 */
export const backup = command(ofCourse, async (given) => {
  const config = configuration()
  for (const portal of portalsThere(config, given.course)) {
    const { name, files, damaged = [] } = await portal.housekeeping.backUp()
    const to = path.join(config.backups.dir, portal.course.slug, name)
    say(`${portal.course.slug}: ${to} and ${files - damaged.length} files`)
    sayFaults({ damaged, missing: [] })
    await portal.close()
  }
})
