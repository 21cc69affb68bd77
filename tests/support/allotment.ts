import type { Database } from '#db/client.ts'
import type { Answers } from '#server/domain/terms/question.ts'
import { type Instant, ist, minutes, plus } from '#server/kernel/time.ts'

/** Two courses: 8001 with general and ladies' seats, 8002 with one seat of each kind. */
export const codes = { first: '800110110', second: '800210110' } as const
const matrix = [
  [codes.first, 'GOPENS', 1],
  [codes.first, 'LOPENS', 1],
  [codes.second, 'GOPENS', 1],
  [codes.second, 'GOBCS', 1],
] as const

/** Round 1 of `mbale`: an instant well after its options close, and the instant of its publication. */
export const roundOne = {
  closed: plus(ist('2024-08-27 17:00'), minutes(5)) as Instant,
  publishAt: ist('2024-08-29 17:00'),
}

export type Entrant = {
  merit: number
  options: readonly string[]
  type?: string
  category?: string
  gender?: string
  /** Null: saved, not confirmed. */
  confirmedAt?: number | null
  isApplicationConfirmed?: boolean
}

/** The n-th candidate's Application ID. */
export const userIdOf = (n: number): string => `ML2480000${n}`

/**
 * Inserts everything that a round reads: a published final merit list, a published seat matrix, and a confirmed
 * application with an option form of round 1 for each entrant. Returns the candidates' ids in order.
 */
export function addRound(
  { sqlite }: Pick<Database, 'sqlite'>,
  entrants: readonly Entrant[],
  staffId: number,
): number[] {
  const run = (sql: string, ...values: (string | number | null)[]) =>
    Number(sqlite.prepare(sql).run(...values).lastInsertRowid)
  const merit = run(
    `INSERT INTO merit_editions (stage, number, state, prepared_at, prepared_by, published_at, fingerprint, report)
     VALUES ('final', 1, 'published', 1, ?, 1, '', '{}')`,
    staffId,
  )
  addMatrix({ sqlite }, 1, staffId)
  return entrants.map((entrant, place) => {
    const userId = userIdOf(place + 1)
    const { type = 'A', category = 'OPEN', gender = 'male', confirmedAt = 2 } = entrant
    const id = run(
      `INSERT INTO candidates (user_id, full_name, email, mobile, state, district, language, consented_at, created_at)
       VALUES (?, ?, ?, ?, 'MH', 'MH-pune', ?, 1, 1)`,
      userId,
      `Entrant ${place + 1}`,
      `entrant${place + 1}@example.org`,
      `98000000${String(place + 10)}`,
      place % 2 ? 'mr' : 'en',
    )
    run(
      'INSERT INTO applications (candidate_id, mode, submitted_at, confirmed_at) VALUES (?, 1, 1, ?)',
      id,
      entrant.isApplicationConfirmed === false ? null : 1,
    )
    const answers: Answers = {
      'type-of-candidature': { mode: '1', type },
      'category-details': { category },
      'personal-details': { gender },
    }
    run(
      'INSERT INTO application_versions (candidate_id, number, submitted_at, snapshot, fingerprint) VALUES (?, 1, 1, ?, ?)',
      id,
      JSON.stringify({ userId, fullName: `Entrant ${place + 1}`, answers, documents: [], feePaid: 0 }),
      '',
    )
    const list = (name: string) =>
      run(
        `INSERT INTO merit_entries (edition_id, list, merit_number, candidate_id, user_id, full_name, type, category, percentage, criteria)
         VALUES (?, ?, ?, ?, ?, '', ?, ?, '60.0000', '[]')`,
        merit,
        name,
        entrant.merit,
        id,
        userId,
        type,
        category,
      )
    list('all-india')
    if (type !== 'OMS') list('state')
    addOptions({ sqlite }, id, 1, entrant.options, confirmedAt)
    return id
  })
}

/** A published edition of the seat matrix: `matrix`, or the given pools. */
export function addMatrix(
  { sqlite }: Pick<Database, 'sqlite'>,
  number: number,
  staffId: number,
  pools: readonly (readonly [string, string, number])[] = matrix,
): void {
  const edition = sqlite
    .prepare(
      `INSERT INTO seat_matrix_editions (number, state, file_name, hash, prepared_at, prepared_by, decided_at)
       VALUES (?, 'published', 'matrix.csv', '', 1, ?, 1)`,
    )
    .run(number, staffId).lastInsertRowid
  for (const code of new Set(pools.map(([choiceCode]) => choiceCode)))
    sqlite
      .prepare(
        `INSERT INTO seat_matrix_courses VALUES (?, ?, 0, ?, ?, 'Pune University', 'MH-pune', 'Un-Aided', 'Non-Autonomous',
         NULL, 'MBA', 10, 10, 0, 0, 2)`,
      )
      .run(edition, code, code.slice(0, 4), `Institute ${code.slice(0, 4)}`)
  for (const pool of pools) sqlite.prepare('INSERT INTO seat_matrix_pools VALUES (?, ?, ?, ?)').run(edition, ...pool)
}

/** An option form of a round, confirmed unless `confirmedAt` is null. */
export function addOptions(
  { sqlite }: Pick<Database, 'sqlite'>,
  candidateId: number,
  round: number,
  options: readonly string[],
  confirmedAt: number | null = 2,
): void {
  sqlite
    .prepare('INSERT INTO option_forms (candidate_id, round, version, saved_at, confirmed_at) VALUES (?, ?, 1, 1, ?)')
    .run(candidateId, round, confirmedAt)
  for (const [place, code] of options.entries())
    sqlite.prepare('INSERT INTO option_choices VALUES (?, ?, ?, ?)').run(candidateId, round, place + 1, code)
}
