import path from 'node:path'
import { readDatabase } from '#db/client.ts'
import { auditStore } from '#server/features/operations/audit/store.ts'
import { verifyLog } from '#server/features/operations/audit/verify.ts'
import { Misconfigured } from '#server/process/misconfigured.ts'
import { command, configuration, ofCourse, say, slugsAsked, text } from './command'

/**
 * `verify-audit [--course SLUG --head LINE:HASH]`: reads audit logs, changes nothing, and names the first broken line.
 */
export const verifyAudit = command({ head: text, ...ofCourse }, async (given) => {
  const config = configuration()
  const noted = given.head
  const [, line, hash] = /^(\d+):([0-9a-f]{64})$/.exec(noted ?? '') ?? []
  if (noted !== undefined && hash === undefined) throw new Misconfigured('--head is wrong: it must be LINE:HASH')
  const slugs = slugsAsked(config, given.course)
  if (noted !== undefined && slugs.length > 1) throw new Misconfigured('--head is of one course: say --course as well')
  for (const slug of slugs) {
    const database = readDatabase(path.join(config.dataDir, slug, 'portal.db'))
    const verdict = verifyLog(auditStore(database), hash === undefined ? [] : [{ line: Number(line), hash }])
    database.close()
    if (verdict.isWhole) {
      say(`${slug}: whole. Note its end outside of the portal: ${verdict.head.line}:${verdict.head.hash}`)
    } else {
      say(`${slug}: BROKEN at line ${verdict.line} (${verdict.how})`)
      process.exitCode = 1
    }
  }
})
