import path from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { addFunctions } from '#db/client.ts'

/** The tables that a candidate has rows in, and what a copy of a row has in place of its own: an expression of `:k`, the copy. */
const copied: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  candidates: {
    id: 'id + :k * :people',
    user_id: 'substr(user_id, 1, 4) || (CAST(substr(user_id, 5) AS INTEGER) + :k * :people)',
    email: "'copy' || :k || email",
    mobile: "'6' || printf('%09d', id + :k * :people)",
  },
  applications: {},
  application_steps: {},
  application_versions: {},
  documents: { id: 'id + :k * :documents' },
  payments: {
    id: 'id + :k * :payments',
    order_id: "order_id || '-' || :k",
    gateway_payment_id: "gateway_payment_id || '-' || :k",
  },
  payment_events: {
    id: 'id + :k * :payment_events',
    payment_id: 'payment_id + :k * :payments',
    event_id: "event_id || '-' || :k",
  },
  consents: { id: 'id + :k * :consents' },
  scrutinies: {},
}

/** The tables about seats, for `multiplySeats`. */
const copiedSeats: typeof copied = {
  allotments: {},
  self_verifications: { id: 'id + :k * :self_verifications' },
  seat_decisions: {},
  seat_endings: {},
  admissions: { id: 'id + :k * :admissions' },
  cancellations: { case_number: 'case_number + :k * :cancellations' },
  option_forms: {},
}

/** The same for a demo whose rounds have given seats, which are copied with their candidates and what those did. */
export const multiplySeats = (folder: string, candidates: number): void =>
  multiply(folder, candidates, { ...copied, ...copiedSeats })

/**
 * Makes a demo's folder larger by copying its candidates, with all rows of theirs, so often that there are `candidates`:
 * many times faster than drawing each. Personas stay single. No server may be running on the folder.
 */
export function multiply(folder: string, candidates: number, tables = copied): void {
  const sqlite = addFunctions(new SqliteDatabase(path.join(folder, 'mbale/portal.db')))
  for (const pragma of ['journal_mode = OFF', 'synchronous = OFF', 'foreign_keys = OFF', 'cache_size = -400000'])
    sqlite.pragma(pragma)
  const most = (table: string) => sqlite.prepare(`SELECT max(id) FROM ${table}`).pluck().get() as number
  const [seeded, people] = [
    sqlite.prepare('SELECT count(*) FROM candidates').pluck().get() as number,
    most('candidates'),
  ]
  const strides = {
    people,
    documents: most('documents'),
    payments: most('payments'),
    payment_events: most('payment_events'),
    consents: most('consents'),
    self_verifications: most('self_verifications'),
    admissions: most('admissions'),
    cancellations: sqlite.prepare('SELECT coalesce(max(case_number), 0) FROM cancellations').pluck().get() as number,
  }
  const ordinary = 'SELECT id FROM candidates WHERE password_hash IS NULL AND id <= :people'
  const whose: Readonly<Record<string, string>> = {
    candidates: `id IN (${ordinary})`,
    payment_events: `payment_id IN (SELECT id FROM payments WHERE candidate_id IN (${ordinary}))`,
  }
  const statements = Object.entries(tables).map(([table, own]) => {
    const columns = (sqlite.pragma(`table_xinfo(${table})`) as { name: string; hidden: number }[])
      .filter(({ hidden }) => hidden === 0)
      .map(({ name }) => name)
    const values = columns.map((name) => own[name] ?? (name === 'candidate_id' ? 'candidate_id + :k * :people' : name))
    return sqlite.prepare(
      `INSERT INTO ${table} (${columns}) SELECT ${values} FROM ${table} WHERE ${whose[table] ?? `candidate_id IN (${ordinary})`}`,
    )
  })
  for (let k = 1; k * people < candidates - seeded / 2; k++)
    sqlite.transaction(() => {
      for (const statement of statements) statement.run(named(statement.source, { ...strides, k }))
    })()
  sqlite.exec(
    'UPDATE application_id_series SET last = (SELECT max(CAST(substr(user_id, 5) AS INTEGER)) - 100000 FROM candidates)',
  )
  sqlite.pragma('journal_mode = WAL')
  sqlite.close()
}

/** Of these values, those that the statement names; whole numbers, which SQLite would otherwise take for fractions. */
const named = (source: string, values: Record<string, number>) =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([name]) => new RegExp(`:${name}\\b`).test(source))
      .map(([name, value]) => [name, BigInt(value)]),
  )
