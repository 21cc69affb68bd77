import { asc } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { portalEpochs, portalIdentity } from '#db/schema/identity.ts'
import type { Epoch, PortalIdentity, Reached } from '#server/domain/operations/identity.ts'

/** A series of numbers seen outside the portal: a table's ids, or Application IDs under a prefix. */
type Series = { name: string; last: number; issued: number }

const idsOf = 'ids:'
const seriesOf = 'series:'

/**
 * The only writer of `portal_identity` and `portal_epochs`; after a restore it also moves every series on.
 * Long: the statements and lists that its verbs read, each prepared once.
 */
export function identityStore({ orm, sqlite }: Pick<Database, 'orm' | 'sqlite'>) {
  const epochs = (): Epoch[] => orm.select().from(portalEpochs).orderBy(asc(portalEpochs.number)).all()
  const numberedTables = sqlite
    .prepare<[], string>("SELECT name FROM sqlite_master WHERE type = 'table' AND sql LIKE '%AUTOINCREMENT%'")
    .pluck()
  const sequences = sqlite
    .prepare<[], [string, number]>(
      `SELECT '${idsOf}' || name, seq FROM sqlite_sequence UNION ALL SELECT '${seriesOf}' || prefix, last FROM application_id_series`,
    )
    .raw()
  const lastId = sqlite.prepare<[string], number>('SELECT seq FROM sqlite_sequence WHERE name = ?').pluck()
  const applicationIds = sqlite.prepare<[], { prefix: string; last: number }>(
    'SELECT prefix, last FROM application_id_series',
  )
  const putApplicationIds = sqlite.prepare<[string, number]>(
    'INSERT INTO application_id_series (prefix, last) VALUES (?, ?) ON CONFLICT (prefix) DO UPDATE SET last = excluded.last',
  )
  const changeId = sqlite.prepare<[number, string]>('UPDATE sqlite_sequence SET seq = ? WHERE name = ?')
  const addId = sqlite.prepare<[string, number]>('INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)')
  const emptied = sqlite
    .prepare<[], 0 | 1>(
      `SELECT NOT EXISTS (SELECT 1 FROM candidates) AND NOT EXISTS (SELECT 1 FROM documents)
         AND NOT EXISTS (SELECT 1 FROM public_files)`,
    )
    .pluck()
  const head = sqlite.prepare<[], { line: number; hash: string }>('SELECT line, hash FROM audit_head')
  const lineHash = sqlite.prepare<[number], string>('SELECT hash FROM audit_log WHERE id = ?').pluck()
  const newest = sqlite
    .prepare<[], number | null>(
      `SELECT max(at) FROM (SELECT max(at) AS at FROM audit_log WHERE id > (SELECT line - 100 FROM audit_head)
         UNION ALL SELECT created_at FROM outbox WHERE id > (SELECT max(id) - 100 FROM outbox))`,
    )
    .pluck()
  const demoClock = sqlite
    .prepare<[], number>("SELECT CAST(value AS INTEGER) FROM portal_facts WHERE key = 'demo-clock'")
    .pluck()
  const count = (table: string) => sqlite.prepare<[], number>(`SELECT count(*) FROM "${table}"`).pluck().get()!

  return {
    epochs,

    identity(): PortalIdentity | null {
      const row = orm.select().from(portalIdentity).get()
      const epoch = epochs().at(-1)
      return row && epoch ? { ...row, epoch: epoch.number, tag: epoch.tag } : null
    },

    /** How far each series has come, for those that have begun. */
    reached: (): Reached => Object.fromEntries(sequences.all()),
    auditHead: (): { line: number; hash: string } => head.get() ?? { line: 0, hash: '' },
    auditHashAt: (line: number): string | null => lineHash.get(line) ?? null,
    newest: (): number | null => newest.get() ?? null,

    demoClock: (): number | null => demoClock.get() ?? null,

    create: (row: typeof portalIdentity.$inferInsert): void => void orm.insert(portalIdentity).values(row).run(),
    moveTo: (academicYear: string): void => void orm.update(portalIdentity).set({ academicYear }).run(),
    addEpoch: (row: typeof portalEpochs.$inferInsert): void => void orm.insert(portalEpochs).values(row).run(),

    /** The largest ids of the tables whose row numbers are seen outside the portal. */
    largestIds: (...tables: string[]): Record<string, number> =>
      Object.fromEntries(
        tables.map((table) => [
          table,
          sqlite.prepare<[], number>(`SELECT coalesce(max(id), 0) FROM "${table}"`).pluck().get()!,
        ]),
      ),

    /** Every series, unused ones included. `prefix`: that of the Application IDs. */
    series(prefix: string): Series[] {
      const ids = numberedTables.all().map((table) => ({
        name: idsOf + table,
        last: lastId.get(table) ?? 0,
        issued: count(table),
      }))
      const taken = applicationIds.all()
      const prefixes = [...new Set([prefix, ...taken.map((row) => row.prefix)])]
      const ofPrefixes = prefixes.map((one) => ({
        name: seriesOf + one,
        last: taken.find((row) => row.prefix === one)?.last ?? 0,
        issued: count('candidates'),
      }))
      return [...ids, ...ofPrefixes]
    },

    /** Makes the next number of a series the one after `last`. */
    moveSeries(name: string, last: number): void {
      if (name.startsWith(seriesOf)) {
        putApplicationIds.run(name.slice(seriesOf.length), last)
        return
      }
      const table = name.slice(idsOf.length)
      if (!changeId.run(last, table).changes) addId.run(table, last)
    },

    /** True if there are no accounts and no row names a file. */
    isEmptied: (): boolean => emptied.get() === 1,
  }
}
