import { closeSync, existsSync, openSync, readdirSync, renameSync, rmSync, writeSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { command, commandWith, type Drill, deskCookie, folderOfDrill, get, reading, register, start } from './portal'

/** Starts the check of the data as an admin does, and waits for its report. */
async function checked(folder: string, url: string): Promise<Record<string, number>> {
  const reports = () =>
    reading(folder, (sqlite) => sqlite.prepare('SELECT count(*) FROM check_reports').pluck().get() as number)
  const before = reports()
  const cookie = await deskCookie(url, 'admin')
  const page = await (await get(url, '/mbale/cell/health', cookie)).text()
  const csrf = /name="_csrf" value="([^"]+)"/.exec(page)?.[1] ?? ''
  await fetch(`${url}/mbale/cell/health`, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie, origin: url, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ _csrf: csrf }),
  })
  for (let n = 0; n < 120 && reports() === before; n++) await pause(500)
  const results = reading(folder, (sqlite) =>
    sqlite.prepare('SELECT results FROM check_reports ORDER BY id DESC LIMIT 1').pluck().get(),
  ) as string
  return Object.fromEntries(
    (JSON.parse(results) as { check: string; count: number }[]).map((one) => [one.check, one.count]),
  )
}

/** Puts other bytes into a file, whose length stays. */
function overwrite(file: string, bytes: Buffer, at: number): void {
  const handle = openSync(file, 'r+')
  writeSync(handle, bytes, 0, bytes.length, at)
  closeSync(handle)
}

/** Every row of a table, as text, in order. */
function rowsOf(file: string): Map<string, string[]> {
  const sqlite = new Database(file, { readonly: true })
  try {
    const tables = sqlite
      .prepare<[], string>(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND sql NOT LIKE '%VIRTUAL%'",
      )
      .pluck()
      .all()
    return new Map(
      tables.map((table) => [
        table,
        sqlite
          .prepare(`SELECT * FROM "${table}"`)
          .all()
          .map((row) => JSON.stringify(row))
          .sort(),
      ]),
    )
  } finally {
    sqlite.close()
  }
}

/** What a restore changes on purpose: logins end, series skip numbers, and it is written down. */
const changedByRestore =
  /session|otp|token|epoch|series|portal_facts|audit|job_|rate_limits|outbox|limits|payment_numbers|grievance/

/** Cases 67, 68 and 88: a backup under load, a damaged page, a lost and an altered file, and the way back. */
export const damage: Drill = {
  name: 'cases 67, 68 and 88: damage is found, and a backup made under load brings all back',
  /** Long: one story, of which each act needs the one before. */
  async run(say) {
    const folder = folderOfDrill()
    const backups = folderOfDrill()
    command(folder, 'seed', '--phase', 'registration')
    let server = await start(folder, { BACKUP_DIR: backups })
    const registered: string[] = []
    let isOver = false
    const load = (async () => {
      for (let n = 1; !isOver; n++) {
        const { userId } = await register(server.url, n)
        if (userId) registered.push(userId)
      }
    })()
    for (let n = 0; registered.length < 3 && n < 600; n++) await pause(50)
    if (registered.length < 3) throw new Error('nobody could register')
    const before = [...registered]
    commandWith({ BACKUP_DIR: backups }, folder, 'backup')
    isOver = true
    await load
    await server.stop()

    const restored = folderOfDrill()
    rmSync(restored, { recursive: true })
    const words = commandWith({ BACKUP_DIR: backups }, restored, 'restore')
    const [name] = readdirSync(path.join(backups, 'mbale')).filter((entry) => /^\d{4}-/.test(entry))
    const [kept, back] = [
      path.join(backups, 'mbale', name!, 'portal.db'),
      path.join(restored, 'mbale', 'portal.db'),
    ].map(rowsOf)
    const differing = [...kept!.keys()].filter(
      (table) => !changedByRestore.test(table) && JSON.stringify(kept!.get(table)) !== JSON.stringify(back!.get(table)),
    )
    say({
      what: 'A backup made under load is restored row by row',
      holds: differing.length === 0,
      measured: `${kept!.size} tables; different: ${differing.join(', ') || 'none'}`,
    })
    const candidates = back!.get('candidates')!.join('\n')
    const missing = before.filter((userId) => !candidates.includes(userId))
    say({
      what: 'It holds all who had registered before it began',
      holds: missing.length === 0,
      measured: `${before.length} of ${registered.length}`,
    })
    say({
      what: 'None of its files is missing or damaged',
      holds: !/LEFT OUT|MISSING/.test(words),
      measured: words.split('\n')[0]!,
    })

    // A page of the database, a file that is gone, and one that has changed
    const page = reading(folder, (sqlite) => {
      sqlite.pragma('wal_checkpoint(TRUNCATE)')
      return sqlite.prepare("SELECT max(pageno) FROM dbstat WHERE name = 'application_steps'").pluck().get() as number
    })
    const files = path.join(folder, 'mbale', 'files')
    const all = existsSync(files)
      ? (readdirSync(files, { recursive: true, encoding: 'utf8' }) as string[]).filter((file) =>
          /^[0-9a-f]{62}$/.test(path.basename(file)),
        )
      : []
    if (all.length > 1) {
      rmSync(path.join(files, all[0]!))
      overwrite(path.join(files, all[1]!), Buffer.from('altered'), 0)
    }
    server = await start(folder, { BACKUP_DIR: backups })
    const found = await checked(folder, server.url)
    say({
      what: 'The check finds a lost and an altered file',
      holds: (found['missing-file'] ?? 0) > 0 && (found['changed-file'] ?? 0) > 0,
      measured: JSON.stringify(found),
    })
    await server.stop()
    overwrite(path.join(folder, 'mbale', 'portal.db'), Buffer.alloc(4096, 0x5a), (page - 1) * 4096)
    server = await start(folder, { BACKUP_DIR: backups })
    const worse = await checked(folder, server.url)
    say({ what: 'The check finds a damaged page', holds: (worse.database ?? 0) > 0, measured: JSON.stringify(worse) })
    const home = await get(server.url, '/mbale/candidate/home')
    say({
      what: 'Meanwhile pages that need no damaged row are served',
      holds: home.status === 200,
      measured: String(home.status),
    })
    await server.stop()

    renameSync(path.join(folder, 'mbale'), path.join(folder, 'damaged'))
    commandWith({ BACKUP_DIR: backups }, folder, 'restore')
    server = await start(folder, { BACKUP_DIR: backups })
    const after = await checked(folder, server.url)
    say({
      what: 'After the restore every check passes',
      holds: Object.values(after).every((count) => count === 0),
      measured: JSON.stringify(after),
    })
    await server.stop()
  },
}
