import { cpSync } from 'node:fs'
import path from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { addFunctions } from '#db/client.ts'
import { type Running, startProduct } from './processes'

const towns = ['Satara', 'Nagpur', 'Akola', 'Sangli', 'Latur', 'Nanded', 'Thane', 'Dhule', 'Jalgaon', 'Beed']
const kinds = ['Institute of Management', 'School of Business', 'College of Management Studies']
const districts = ['MH-pune', 'MH-nagpur', 'MH-nashik', 'MH-amravati', 'MH-satara', 'MH-latur']
const types = ['GOPENS', 'LOPENS', 'GSCS', 'GOBCS', 'EWS']

/** A copy of a demo's folder whose seat matrix in force has this many choice codes, three of each institute. */
export function withCodes(folder: string, count: number): string {
  const own = `${folder}-codes-${count}`
  cpSync(folder, own, { recursive: true })
  const sqlite = addFunctions(new SqliteDatabase(path.join(own, 'mbale/portal.db')))
  const edition = sqlite
    .prepare(`INSERT INTO seat_matrix_editions (number, file_name, hash, state, prepared_at, prepared_by, decided_at)
      VALUES (900, 'bench.csv', '', 'published', 0, (SELECT min(id) FROM staff), 1)`)
    .run().lastInsertRowid
  const course = sqlite.prepare(`INSERT INTO seat_matrix_courses
    (edition_id, choice_code, institute_code, institute, university, district, status, autonomy, course,
      sanctioned, maharashtra, minority_seats, all_india, institute_level)
    VALUES (?, ?, ?, ?, ?, ?, 'Un-Aided', 'Non-Autonomous', ?, 60, 51, 0, 9, 0)`)
  const pool = sqlite.prepare(
    'INSERT INTO seat_matrix_pools (edition_id, choice_code, seat_type, count) VALUES (?, ?, ?, ?)',
  )
  sqlite.transaction(() => {
    for (let n = 0; n < count; n++) {
      const institute = 1000 + Math.floor(n / 3)
      const code = String(100_000_000 + institute * 1000 + (n % 3) * 10)
      const name = `${towns[institute % 10]} ${kinds[institute % 3]} ${institute}`
      const of = `Master of Business Administration ${(n % 3) + 1}`
      course.run(edition, code, String(institute), name, `University ${institute % 12}`, districts[institute % 6], of)
      for (const type of types) pool.run(edition, code, type, 5)
    }
  })()
  sqlite.close()
  return own
}

/** Searches of the list of institutes, each with a whole page of findings: by a word, and by a filter. */
export const instituteSearches = [
  { what: 'a word', query: 'q=management' },
  { what: 'a course', query: 'course=Master+of+Business+Administration+2' },
] as const

const median = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!

async function timed({ url }: Running, query: string): Promise<number> {
  const begun = performance.now()
  const answer = await fetch(`${url}/mbale/candidate/institude-list?${query}`, {
    headers: { 'accept-encoding': 'identity' },
  })
  const page = await answer.text()
  if (answer.status !== 200 || !page.includes('/institude-list/1')) throw new Error(`nothing is found by ${query}`)
  return performance.now() - begun
}

/** The medians of a search among 100 choice codes and among 5,000, measured alternately. Milliseconds. */
export async function instituteSearch(folder: string) {
  const [few, many] = [await startProduct(withCodes(folder, 100)), await startProduct(withCodes(folder, 5000))]
  const rows: { what: string; small: number; large: number }[] = []
  for (const { what, query } of instituteSearches) {
    const times = { small: [] as number[], large: [] as number[] }
    for (let n = 0; n < 120; n++) {
      const [small, large] = [await timed(few, query), await timed(many, query)]
      // The first requests are for the warm-up.
      if (n < 40) continue
      times.small.push(small)
      times.large.push(large)
    }
    rows.push({ what, small: median(times.small), large: median(times.large) })
  }
  await few.stop()
  await many.stop()
  return rows
}
