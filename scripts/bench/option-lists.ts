import path from 'node:path'
import Database from 'better-sqlite3'
import { addFunctions } from '#db/client.ts'
import { headersOf, type Writer } from './writers'

/** The length of a full list; there are a few more codes than that. */
export const listLength = 300
const codes = Array.from({ length: 320 }, (_, n) => String(901_110_110 + n))

/**
 * Prepares an option form for these candidates by inserting rows: a final merit list with them, a seat matrix of 320
 * choice
 * codes, and a first round with an open form at any time of the demo. No server may be running on the folder.
 */
export function letChoosersIn(folder: string, userIds: readonly string[]): void {
  const sqlite = addFunctions(new Database(path.join(folder, 'mbale', 'portal.db')))
  const { clerk } = sqlite.prepare('SELECT min(id) AS clerk FROM staff').get() as { clerk: number }
  sqlite.transaction(() => {
    const merit = sqlite
      .prepare(
        `INSERT INTO merit_editions (stage, number, state, prepared_at, prepared_by, published_at, fingerprint, report)
         SELECT 'final', coalesce(max(number), 0) + 1, 'published', 1, ?, 2, '', '{}' FROM merit_editions
         WHERE stage = 'final'`,
      )
      .run(clerk).lastInsertRowid
    const entry = sqlite.prepare(
      `INSERT INTO merit_entries (edition_id, list, merit_number, candidate_id, user_id, full_name, type, category,
         percentage, criteria)
       SELECT ?, 'state', ?, id, user_id, full_name, 'A', 'OPEN', '60.0000', '[]' FROM candidates WHERE user_id = ?`,
    )
    for (const [place, userId] of userIds.entries()) entry.run(merit, place + 1, userId)
    const matrix = sqlite
      .prepare(
        `INSERT INTO seat_matrix_editions (number, state, file_name, hash, prepared_at, prepared_by, decided_at, decided_by)
         SELECT coalesce(max(number), 0) + 1, 'published', 'seats.csv', '', 1, @clerk, 2, @clerk
         FROM seat_matrix_editions`,
      )
      .run({ clerk }).lastInsertRowid
    const course = sqlite.prepare(
      `INSERT INTO seat_matrix_courses (edition_id, choice_code, institute_code, institute, university, district, status,
         autonomy, course, sanctioned, maharashtra, minority_seats, all_india, institute_level)
       VALUES (?, ?, ?, 'Institute', 'University', 'MH-pune', 'Un-Aided', 'No', 'MBA', 60, 51, 0, 9, 0)`,
    )
    for (const code of codes) course.run(matrix, code, code.slice(0, 4))
    sqlite
      .prepare("UPDATE activities SET opens_at = 0, closes_at = ? WHERE key = 'round-1-options'")
      .run(Date.UTC(2100, 0))
  })()
  sqlite.close()
}

/** A candidate who keeps saving a list of 300 in reverse order, so that every row of it changes. */
export async function chooser(api: string, userId: string): Promise<Writer> {
  const headers = await headersOf(api, userId)
  let version = 0
  let choices = codes.slice(0, listLength)
  return {
    headers,
    async begin() {
      const { data } = (await (await fetch(`${api}/option-form/1`, { headers })).json()) as {
        data: { version: number; choices: string[] }
      }
      version = data.version
      if (data.choices.length) choices = data.choices
    },
    next() {
      choices = [...choices].reverse()
      return JSON.stringify({ version: version++, choices })
    },
  }
}
