import { openPortalFolder } from '#server/features/open-folder.ts'
import { backupsOf, issue, opening, wanted } from './numbers'

/** Opens a portal's folder (`process.argv[2]`), gives out so many numbers (`[3]`), and is killed. */
const [, , folder, count] = process.argv as [string, string, string, string]
const { db } = openPortalFolder(folder, wanted, opening(backupsOf(folder)))
for (let n = 0; n < Number(count); n++) issue(db)
process.kill(process.pid, 'SIGKILL')
