import path from 'node:path'
import type { Database } from '#db/client.ts'
import { ist } from '#server/kernel/time.ts'

export const wanted = { profile: 'mbale', academicYear: '2024-2025', mode: 'live' } as const
export const warnings: string[] = []
export const opening = (backups: string) => ({
  migrations: 'migrations',
  now: ist('2024-08-03 12:00'),
  course: { applicationIdPrefix: 'ML' },
  backups,
  isArchive: false,
  log: {
    warn: (_: object, line: string) => void warnings.push(line),
    error: (_: object, line: string) => void warnings.push(line),
  },
})
export const backupsOf = (folder: string) => path.join(path.dirname(folder), 'backups/mbale')

/** Gives out one number that a person holds from then on. */
export function issue(db: Database): number {
  return db.transact(() => {
    db.sqlite
      .prepare(
        "INSERT INTO application_id_series (prefix, last) VALUES ('ML24', 1) ON CONFLICT (prefix) DO UPDATE SET last = last + 1",
      )
      .run()
    db.sqlite.prepare("INSERT INTO check_reports (at, results) VALUES (1, '[]')").run()
    return db.sqlite.prepare<[], number>("SELECT last FROM application_id_series WHERE prefix = 'ML24'").pluck().get()!
  })
}
