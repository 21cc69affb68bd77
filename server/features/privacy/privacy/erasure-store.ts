import type { Database } from '#db/client.ts'
import type { DataPart } from '#server/domain/privacy/erasure.ts'
import type { RecordClass } from '#server/domain/privacy/retention.ts'
import type { Row } from './aside-store'
import { type Holding, holdings } from './holdings'

/** Gets rows before they are erased or changed. */
type Keep = (table: string, rows: readonly Row[]) => void

export type ErasureStore = ReturnType<typeof erasureStore>

const recordConditions: Readonly<Record<RecordClass, string>> = {
  unfinished: 'NOT submitted AND NOT admitted',
  applicants: 'submitted AND NOT admitted',
  admitted: 'admitted',
}

/** Erases rows of every feature, as the list of holdings says. Nothing else deletes across features. */
export function erasureStore({ sqlite }: Pick<Database, 'sqlite'>) {
  const erasing = (holding: Holding) => {
    const { table, erase, of } = holding
    const where = `WHERE ${of('@id')}`
    const set = (columns: Readonly<Record<string, string>>) =>
      Object.entries(columns).map(([column, value]) => `${column} = ${value}`)
    const sql = erase === 'rows' ? `DELETE FROM ${table} ${where}` : `UPDATE ${table} SET ${set(erase!.set)} ${where}`
    return {
      holding,
      statement: sqlite.prepare<[{ id: number }]>(sql),
      rows: sqlite.prepare<[{ id: number }], Row>(`SELECT * FROM ${table} ${where}`),
    }
  }
  const statements = holdings.filter(({ erase }) => erase !== null).map(erasing)
  const hashes = sqlite
    .prepare<[{ id: number }], string>(
      `SELECT hash FROM documents WHERE candidate_id = @id UNION SELECT hash FROM certificates WHERE candidate_id = @id
       UNION SELECT f.hash FROM grievance_files f JOIN grievance_messages m ON m.id = f.message_id
         JOIN grievances g ON g.id = m.grievance_id WHERE g.candidate_id = @id`,
    )
    .pluck()
  /** Candidates of a class, in order, whose record is not restricted or not erased yet; none with money under way. */
  const people = (record: RecordClass, open: 'restricted_at' | 'erased_at') =>
    sqlite
      .prepare<[{ after: number; limit: number }], number>(
        `SELECT id FROM (SELECT c.id,
           EXISTS (SELECT 1 FROM application_versions v WHERE v.candidate_id = c.id) AS submitted,
           EXISTS (SELECT 1 FROM admissions m WHERE m.candidate_id = c.id AND m.undone_at IS NULL) AS admitted
         FROM candidates c LEFT JOIN data_states d ON d.candidate_id = c.id
         WHERE c.id > @after AND d.${open} IS NULL AND NOT EXISTS (SELECT 1 FROM payments p
           WHERE p.candidate_id = c.id AND p.status IN ('created', 'pending')))
         WHERE ${recordConditions[record]} ORDER BY id LIMIT @limit`,
      )
      .pluck()
  const recordQueries = {
    unfinished: { restrict: people('unfinished', 'restricted_at'), erase: people('unfinished', 'erased_at') },
    applicants: { restrict: people('applicants', 'restricted_at'), erase: people('applicants', 'erased_at') },
    admitted: { restrict: people('admitted', 'restricted_at'), erase: people('admitted', 'erased_at') },
  }
  const withRows = (part: DataPart) =>
    sqlite
      .prepare<[{ after: number; limit: number }], number>(
        `SELECT c.id FROM candidates c WHERE c.id > @after AND (${holdings
          .filter((one) => one.part === part && one.erase === 'rows')
          .map(({ table, of }) => `EXISTS (SELECT 1 FROM ${table} WHERE ${of('c.id')})`)
          .join(' OR ')}) ORDER BY c.id LIMIT @limit`,
      )
      .pluck()
  const messages = holdings
    .filter(({ part }) => part === 'messages')
    .map(({ table, of }) => `EXISTS (SELECT 1 FROM ${table} WHERE ${of('c.id')})`)
  /** Erased candidates with messages: the last one was under way when the record was erased. */
  const ofErased = sqlite
    .prepare<[{ after: number; limit: number }], number>(
      `SELECT c.id FROM data_states d JOIN candidates c ON c.id = d.candidate_id
       WHERE d.erased_at IS NOT NULL AND c.id > @after AND (${messages.join(' OR ')}) ORDER BY c.id LIMIT @limit`,
    )
    .pluck()
  const partQueries = { payments: withRows('payments'), messages: withRows('messages'), 'last messages': ofErased }
  const aged = holdings.flatMap(({ table, endedBy }) =>
    endedBy === undefined
      ? []
      : [
          {
            table,
            statement: sqlite.prepare<[{ before: number; limit: number }], Row>(
              `DELETE FROM ${table} WHERE rowid IN (SELECT rowid FROM ${table} WHERE ${endedBy} < @before LIMIT @limit)
               RETURNING *`,
            ),
          },
        ],
  )

  const states = sqlite.prepare<[{ id: number }], Row>('SELECT * FROM data_states WHERE candidate_id = @id')

  return {
    /**
     * Erases these parts of a candidate's data; answers the number of rows. `keep`: gets them as they were. Joins the caller's
     * transaction.
     */
    erase: (id: number, parts: readonly DataPart[], keep?: Keep): number =>
      statements
        .filter(({ holding }) => parts.includes(holding.part))
        .reduce((sum, { holding, statement, rows }) => {
          keep?.(holding.table, rows.all({ id }))
          return sum + statement.run({ id }).changes
        }, 0),

    /** Whether, and from when on, a candidate's record is restricted or erased. */
    state: (id: number): Row => states.get({ id }) ?? { candidate_id: id, restricted_at: null, erased_at: null },

    /** The files that rows of this candidate name. */
    hashes: (id: number): string[] => hashes.all({ id }),

    /** The next candidates of a class to restrict or to erase, after the one with the id `after`. */
    next: (record: RecordClass, act: 'restrict' | 'erase', after: number, limit: number): number[] =>
      recordQueries[record][act].all({ after, limit }),

    /** The next candidates who have rows of this part; `last messages`: messages of those who are erased. */
    nextWith: (part: keyof typeof partQueries, after: number, limit: number): number[] =>
      partQueries[part].all({ after, limit }),

    /** Deletes records of logins that ended before an instant of the machine's clock, at most `limit` of each table. */
    eraseLogins: (before: number, limit: number, keep: Keep): number =>
      aged.reduce((sum, { table, statement }) => {
        const rows = statement.all({ before, limit })
        keep(table, rows)
        return sum + rows.length
      }, 0),
  }
}
