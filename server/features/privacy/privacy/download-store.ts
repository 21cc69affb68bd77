import type { Database } from '#db/client.ts'
import { type Holding, holdings } from './holdings'

type Row = Record<string, string | number | null>

/** A file of a candidate's, as its row names it. */
export type HeldFile = { table: string; name: string; hash: string; mediaType: string; bytes: number }

const camel = (column: string) => column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
const isInstant = (column: string) => column === 'at' || column.endsWith('_at') || column === 'until' || column === 'by'

/** Columns as a reader expects them: instants in ISO 8601, JSON as what it says, answers of yes and no as such. */
function readable({ json = [] }: Holding, row: Row): object {
  return Object.fromEntries(
    Object.entries(row).map(([column, value]) => {
      if (value === null) return [camel(column), null]
      if (json.includes(column)) return [camel(column), JSON.parse(String(value))]
      if (isInstant(column) && typeof value === 'number') return [camel(column), new Date(value).toISOString()]
      return [camel(column), value]
    }),
  )
}

/** Reads what is held about one candidate; writes nothing. */
export function downloadStore({ sqlite }: Pick<Database, 'sqlite'>) {
  const given = holdings.flatMap((holding) =>
    holding.given === null
      ? []
      : [
          {
            holding,
            rows: sqlite.prepare<[{ id: number }], Row>(
              `SELECT ${holding.given.map((column) => `"${column}"`).join(', ')} FROM ${holding.table} WHERE (${holding.of('@id')}) AND ${holding.says ?? 'true'}`,
            ),
          },
        ],
  )
  const files = sqlite.prepare<[{ id: number }], HeldFile>(
    `SELECT 'documents' AS "table", kind AS name, hash, media_type AS mediaType, bytes FROM documents
       WHERE candidate_id = @id
     UNION ALL SELECT 'certificates', kind, hash, media_type, bytes FROM certificates WHERE candidate_id = @id
     UNION ALL SELECT 'grievances', 'attachment', f.hash, f.media_type, f.bytes FROM grievance_files f
       JOIN grievance_messages m ON m.id = f.message_id JOIN grievances g ON g.id = m.grievance_id
       WHERE g.candidate_id = @id`,
  )
  return {
    /** The rows of each table, one table at a time. */
    *tables(id: number): Generator<{ table: string; rows: object[] }> {
      for (const { holding, rows } of given)
        yield { table: holding.table, rows: rows.all({ id }).map((row) => readable(holding, row)) }
    },
    files: (id: number): HeldFile[] => files.all({ id }),
  }
}

export type DownloadStore = ReturnType<typeof downloadStore>
