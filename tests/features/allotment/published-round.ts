import type { TestPortal } from '#tests/support/portal.ts'

/** A portal of a test, or of a bench. */
type AnyPortal = { services: Pick<TestPortal['services'], 'db'>; clock: Pick<TestPortal['clock'], 'portal'> }

/** A course of the seat matrix, with its number of seats of each type. */
export type Course = {
  choiceCode: string
  instituteCode?: string
  institute?: string
  course?: string
  minority?: string | null
  seats: Record<string, number>
}

/** A candidate in the merit lists and their result in a run. */
export type Placed = {
  id: number
  userId: string
  fullName: string
  state: number | null
  allIndia: number
  type?: string
  category?: string
  percentage?: string
  seat?: { choiceCode: string; seatType: string; originalType?: string; preference: number | null; retained?: boolean }
}

/** A registered person without an application. */
export function somebody(
  { services }: Pick<AnyPortal, 'services'>,
  userId: string,
  fullName: string,
): { id: number } & Pick<Placed, 'userId' | 'fullName'> {
  const { lastInsertRowid } = services.db.sqlite
    .prepare(
      `INSERT INTO candidates (user_id, full_name, email, mobile, state, district, language, consented_at, created_at)
       VALUES (?, ?, ?, ?, 'MH', 'MH-pune', 'en', 1, 1)`,
    )
    .run(userId, fullName, `${userId}@example.org`, `7${userId.slice(1).replace(/\D/g, '').padStart(9, '0')}`)
  return { id: Number(lastInsertRowid), userId, fullName }
}

/**
 * The rows that a merit edition, a seat matrix and a run leave behind. `state`: of the run, `published` by default.
 */
export function runOf(
  { services, clock }: AnyPortal,
  {
    round = 1,
    state = 'published',
    courses,
    placed,
    closing = [],
    preparedAt = clock.portal(),
  }: {
    round?: number
    state?: 'prepared' | 'released' | 'published'
    courses: readonly Course[]
    placed: readonly Placed[]
    closing?: readonly [choiceCode: string, seatType: string, merit: number][]
    preparedAt?: number
  },
): number {
  const { sqlite } = services.db
  const run = (sql: string, ...values: unknown[]) => Number(sqlite.prepare(sql).run(...values).lastInsertRowid)
  return services.db.transact(() => {
    const staff =
      (sqlite.prepare('SELECT id FROM staff LIMIT 1').get() as { id: number } | undefined)?.id ??
      run(
        `INSERT INTO staff (login_name, full_name, role, password_hash, must_change_password, created_at)
         VALUES ('maker', 'A Maker', 'admin', 'x', 0, 1)`,
      )
    const next = (table: string) =>
      (sqlite.prepare(`SELECT coalesce(max(number), 0) + 1 AS number FROM ${table}`).get() as { number: number }).number
    const merit = run(
      `INSERT INTO merit_editions (stage, number, state, prepared_at, prepared_by, published_at, fingerprint, report)
       VALUES ('final', ?, 'published', 1, ?, 1, 'f', '{}')`,
      next('merit_editions'),
      staff,
    )
    const entry = sqlite.prepare(
      `INSERT INTO merit_entries (edition_id, list, merit_number, candidate_id, user_id, full_name, type, category,
         percentage, criteria) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, '[]')`,
    )
    for (const one of placed) {
      const { id, userId, fullName, type = 'A', category = 'OPEN', percentage = '61.5000' } = one
      const more = [id, userId, fullName, type, category, percentage]
      if (one.state !== null) entry.run(merit, 'state', one.state, ...more)
      entry.run(merit, 'all-india', one.allIndia, ...more)
    }
    const matrix = run(
      `INSERT INTO seat_matrix_editions (number, state, file_name, hash, prepared_at, prepared_by, decided_at)
       VALUES (?, 'published', 'matrix.csv', 'h', 1, ?, 1)`,
      next('seat_matrix_editions'),
      staff,
    )
    for (const { choiceCode, instituteCode = '3015', institute = 'Sahyadri Institute', ...more } of courses) {
      sqlite
        .prepare(
          `INSERT INTO seat_matrix_courses (edition_id, choice_code, institute_code, institute, university, district,
             status, autonomy, minority, course, sanctioned, maharashtra, minority_seats, all_india, institute_level)
           VALUES (?, ?, ?, ?, 'Pune University', 'MH-pune', 'Unaided', 'Non-autonomous', ?, ?, 60, 51, 0, 9, 0)`,
        )
        .run(matrix, choiceCode, instituteCode, institute, more.minority ?? null, more.course ?? 'MBA')
      for (const [seatType, count] of Object.entries(more.seats))
        run('INSERT INTO seat_matrix_pools VALUES (?, ?, ?, ?)', matrix, choiceCode, seatType, count)
    }
    const id = run(
      `INSERT INTO allotment_runs (round, state, merit_edition_id, seat_matrix_edition_id, prepared_at, prepared_by,
         published_at) VALUES (?, ?, ?, ?, ?, ?, ?)`,
      round,
      state,
      merit,
      matrix,
      preparedAt,
      staff,
      state === 'published' ? clock.portal() : null,
    )
    for (const { id: candidate, seat } of placed) {
      if (!seat) continue
      run(
        `INSERT INTO allotments (run_id, candidate_id, choice_code, seat_type, original_type, preference, stage, retained)
         VALUES (?, ?, ?, ?, ?, ?, 'I', ?)`,
        id,
        candidate,
        seat.choiceCode,
        seat.seatType,
        seat.originalType ?? null,
        seat.preference,
        seat.retained ? 1 : 0,
      )
    }
    for (const line of closing) run('INSERT INTO allotment_closings VALUES (?, ?, ?, ?)', id, ...line)
    return id
  })
}

/** An option form, confirmed or only saved. */
export function optionsOf(
  { services }: TestPortal,
  candidateId: number,
  choices: readonly string[],
  { round = 1, isConfirmed = true } = {},
): void {
  const { sqlite } = services.db
  services.db.transact(() => {
    sqlite
      .prepare('INSERT INTO option_forms (candidate_id, round, version, saved_at, confirmed_at) VALUES (?, ?, 1, 1, ?)')
      .run(candidateId, round, isConfirmed ? 1 : null)
    for (const [place, code] of choices.entries())
      sqlite.prepare('INSERT INTO option_choices VALUES (?, ?, ?, ?)').run(candidateId, round, place + 1, code)
  })
}
