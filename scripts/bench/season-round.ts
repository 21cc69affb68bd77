import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { addFunctions } from '#db/client.ts'
import { page } from './desk-rows'

/** About as many institutes as the state has, whatever the number of candidates. */
const institutes = 300
/** The institute whose desk is measured: it has as many candidates in a small season as in a large one. */
const measured = { code: '9001', candidates: 60 }
/** The share of the candidates who get a seat. */
const seated = 0.6

export const notActed = page('those who have not acted', 'admin', 'not-acted')

/** Pages about the seats of a round, for an institute, its regional office and the cell. */
export const roundPages = [
  page("an institute's day", 'institute', 'reporting'),
  page("an institute's candidates still to report", 'institute', 'reporting?group=to-report'),
  page("an institute's admitted", 'institute', 'admitted'),
  page('the days of every institute', 'admin', 'reporting-days'),
  page('the report by institute and category', 'admin', 'reports'),
  page('the same for one region', 'ro', 'reports'),
  page('the report of the stages', 'admin', 'stage-report?by=district'),
  page('the seats behind a figure of what became of them', 'admin', 'yield-seats?end=never-answered'),
  page('the second check of admissions', 'ro', 'approvals'),
  page('the admissions of an institute to check', 'ro', `approvals/${measured.code}`),
  notActed,
]

/** In ms. */
const day = 86_400_000

const categories = ['OPEN', 'OPEN', 'OBC', 'SC', 'NT-B', 'SEBC', 'ST']

/**
 * Gives a demo's folder a published first round by inserting rows: every submitted form is confirmed and ranked, and six
 * candidates in ten have a seat. Of these a third have reported, a third are still to report, a sixth keep the seat for
 * betterment, and a sixth have done nothing. Acceptance and reporting have been open for two days. No server may be running on the folder.
 * Returns the number of candidates and of seats.
 */
export function withRound(folder: string): { candidates: number; seats: number } {
  const sqlite = addFunctions(new SqliteDatabase(path.join(folder, 'mbale/portal.db')))
  const clerk = sqlite.prepare('SELECT min(id) FROM staff').pluck().get() as number
  const add = (sql: string, ...values: unknown[]) => Number(sqlite.prepare(sql).run(...values).lastInsertRowid)
  const made = sqlite.transaction(() => {
    sqlite.exec('UPDATE applications SET confirmed_at = submitted_at WHERE submitted_at IS NOT NULL')
    const people = sqlite
      .prepare(
        `SELECT c.id, c.user_id AS userId, c.full_name AS fullName FROM candidates c
         JOIN applications a ON a.candidate_id = c.id AND a.confirmed_at IS NOT NULL ORDER BY c.id`,
      )
      .all() as { id: number; userId: string; fullName: string }[]
    const merit = add(
      `INSERT INTO merit_editions (stage, number, state, prepared_at, prepared_by, published_at, fingerprint, report)
       VALUES ('final', 900, 'published', 1, ?, 2, '', '{}')`,
      clerk,
    )
    add(
      'INSERT INTO merit_announcements (edition_id, told_up_to, told, finished_at) VALUES (?, 999999999, 0, 2)',
      merit,
    )
    const matrix = add(
      `INSERT INTO seat_matrix_editions (number, state, file_name, hash, prepared_at, prepared_by, decided_at, decided_by)
       VALUES (900, 'published', 'seats.csv', '', 1, ?, 2, ?)`,
      clerk,
      clerk,
    )
    addInstitutes(sqlite, matrix)
    const run = add(
      `INSERT INTO allotment_runs (round, state, merit_edition_id, seat_matrix_edition_id, prepared_at, prepared_by,
         published_at, verified_at) VALUES (1, 'published', ?, ?, 3, ?, 4, 4)`,
      merit,
      matrix,
      clerk,
    )
    add('INSERT INTO allotment_tellings (run_id, told_up_to, finished_at) VALUES (?, 999999999, 5)', run)
    const seats = addSeats(sqlite, { people, merit, run, clerk })
    const now = Number(sqlite.prepare("SELECT value FROM portal_facts WHERE key = 'demo-clock'").pluck().get())
    const [from, until] = [now - 2 * day, now + 4 * day]
    const opens = sqlite.prepare('UPDATE activities SET opens_at = ?, closes_at = ? WHERE key = ?')
    opens.run(from - day, null, 'round-1-allotment')
    for (const part of ['acceptance', 'reporting']) opens.run(from, until, `round-1-${part}`)
    return { candidates: people.length, seats }
  })()
  sqlite.close()
  // The PDFs of the merit list exist, so that none is made during the measurement.
  const papers = path.join(folder, 'mbale/merit-lists')
  mkdirSync(papers, { recursive: true })
  for (const list of ['state', 'all-india', 'jk'])
    for (const language of ['en', 'mr']) {
      const paper = path.join(papers, `final-900-${list}-${language}.pdf`)
      if (!existsSync(paper)) writeFileSync(paper, '')
    }
  return made
}

const codeOf = (place: number) => String(Number(measured.code) + place)

function addInstitutes(sqlite: SqliteDatabase.Database, matrix: number): void {
  const course = sqlite.prepare(
    `INSERT INTO seat_matrix_courses (edition_id, choice_code, institute_code, institute, university, district, status,
       autonomy, course, sanctioned, maharashtra, minority_seats, all_india, institute_level)
     VALUES (?, ?, ?, ?, 'University', 'MH-pune', 'Un-Aided', 'No', 'MBA', 600, 600, 0, 0, 0)`,
  )
  const pool = sqlite.prepare('INSERT INTO seat_matrix_pools VALUES (?, ?, ?, ?)')
  for (let place = 0; place < institutes; place++) {
    const choiceCode = `${codeOf(place)}10110`
    course.run(matrix, choiceCode, codeOf(place), `Institute ${place}`)
    pool.run(matrix, choiceCode, 'GOPENS', 600)
  }
}

type Rows = { people: { id: number; userId: string; fullName: string }[]; merit: number; run: number; clerk: number }

/** Ranks everybody, and records the seats of the best; returns the number of seats. */
function addSeats(sqlite: SqliteDatabase.Database, { people, merit, run, clerk }: Rows): number {
  const entry = sqlite.prepare(`INSERT INTO merit_entries (edition_id, list, merit_number, candidate_id, user_id,
    full_name, type, category, percentage, criteria) VALUES (?, ?, ?, ?, ?, ?, 'A', ?, '60.0000', '[]')`)
  const allotment = sqlite.prepare(`INSERT INTO allotments (run_id, candidate_id, choice_code, seat_type, preference,
    stage, retained) VALUES (?, ?, ?, 'GOPENS', ?, 'I', 0)`)
  const verification = sqlite.prepare(`INSERT INTO self_verifications (candidate_id, run_id, answers, submitted_at)
    VALUES (?, ?, '[]', 5)`)
  const decision = sqlite.prepare('INSERT INTO seat_decisions VALUES (?, 1, ?, 6)')
  const payment = sqlite.prepare(`INSERT INTO payments (candidate_id, due, amount, gateway, status, created_at,
    changed_at, captured_at) VALUES (?, 'seat-acceptance', 100000, 'demo', 'captured', 7, 7, 7)`)
  const admission = sqlite.prepare(`INSERT INTO admissions (candidate_id, round, choice_code, institute_code, seen,
    awaited, admitted_at, admitted_by) VALUES (?, 1, ?, ?, '[]', '[]', 8, ?)`)
  const check = sqlite.prepare(
    "INSERT INTO admission_checks (admission_id, verdict, checked_at, checked_by) VALUES (?, 'checked', 9, ?)",
  )
  const seats = Math.floor(people.length * seated)
  for (const [place, { id, userId, fullName }] of people.entries()) {
    for (const list of ['state', 'all-india'])
      entry.run(merit, list, place + 1, id, userId, fullName, categories[place % categories.length])
    if (place >= seats) continue
    const at = place < measured.candidates ? 0 : 1 + (place % (institutes - 1))
    const choiceCode = `${codeOf(at)}10110`
    const step = place % 6
    allotment.run(run, id, choiceCode, step === 0 ? 1 : 2)
    if (step === 5) continue
    verification.run(id, run)
    decision.run(id, step === 4 ? 'betterment' : 'freeze')
    payment.run(id)
    if (step > 1) continue
    const { lastInsertRowid } = admission.run(id, choiceCode, codeOf(at), clerk)
    if (step === 0) check.run(lastInsertRowid, clerk)
  }
  return seats
}
