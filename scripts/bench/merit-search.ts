import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { addFunctions } from '#db/client.ts'
import { extraMemory, type Running, startProduct } from './processes'

const given = ['Asha', 'Ravi', 'Sunita', 'Anil', 'Priya', 'Sagar', 'Neha', 'Kiran', 'Mahesh', 'Pooja', 'Vikas', 'Meera']
const family = ['Patil', 'Kulkarni', 'Deshmukh', 'Jadhav', 'Shinde', 'Pawar', 'More', 'Joshi', 'Gaikwad', 'Chavan']
const categories = ['OPEN', 'OPEN', 'SC', 'OBC', 'NT-B', 'SEBC']

/**
 * A copy of a demo's folder with two final editions of made-up candidates: three in the first, `count` in the one in
 * force; with `isOld` the other way round. The PDF of an edition that is not in force is made on request, by no job.
 */
function withList(folder: string, count: number, isOld = false): string {
  const own = `${folder}-${count}`
  cpSync(folder, own, { recursive: true })
  const sqlite = addFunctions(new SqliteDatabase(path.join(own, 'mbale/portal.db')))
  const person = sqlite.prepare(`INSERT INTO candidates
    (id, user_id, full_name, email, mobile, state, district, language, consented_at, created_at)
    VALUES (?, ?, ?, ?, ?, 'MH', 'MH-pune', 'en', 0, 0)`)
  const edition = sqlite.prepare(`INSERT INTO merit_editions
    (stage, number, state, prepared_at, prepared_by, published_at, fingerprint, report)
    VALUES ('final', ?, 'published', 0, (SELECT min(id) FROM staff), 0, '', '{}')`)
  const entry = sqlite.prepare(`INSERT INTO merit_entries
    (edition_id, list, merit_number, candidate_id, user_id, full_name, type, category, percentage, criteria, decided_by)
    VALUES (?, 'state', ?, ?, ?, ?, 'A', ?, ?, '{}', 'degree')`)
  sqlite.transaction(() => {
    const editions = (isOld ? [count, 3] : [3, count]).map((size, place) => ({
      size,
      id: edition.run(900 + place).lastInsertRowid,
    }))
    for (let n = 1; n <= count; n++) {
      const id = 10_000_000 + n
      const userId = `ML25${100_000 + n}`
      const name = [given[n % 12], given[(n * 5) % 11], family[(n * 7) % 10]].join(' ')
      person.run(id, userId, name, `${id}@example.org`, String(id))
      for (const { size, id: of } of editions)
        if (n <= size) entry.run(of, n, id, userId, name, categories[n % 6], (99 - (60 * n) / count).toFixed(4))
    }
  })()
  sqlite.close()
  // The PDFs of the edition in force exist, so that none is made during the measurement.
  const papers = path.join(own, 'mbale/merit-lists')
  mkdirSync(papers, { recursive: true })
  for (const language of ['en', 'mr']) writeFileSync(path.join(papers, `final-901-state-${language}.pdf`), '')
  return own
}

/** Typical searches in a list. */
export const meritSearches = [
  { what: 'a name', query: 'q=asha+patil' },
  { what: 'a name within a category', query: 'q=kulkarni&category=OBC' },
  { what: 'an Application ID', query: 'q=ML25100500' },
  { what: 'a category', query: 'category=SEBC' },
]

const median = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!

async function timed({ url }: Running, query: string): Promise<number> {
  const begun = performance.now()
  const answer = await fetch(`${url}/mbale/candidate/merit-lists?${query}`, {
    headers: { 'accept-encoding': 'identity' },
  })
  const page = await answer.text()
  if (answer.status !== 200 || !page.includes('merit-table')) throw new Error(`nothing is found by ${query}`)
  return performance.now() - begun
}

/** The medians of a search in a list of 1,000 and in one of 100,000, measured alternately under the same conditions. */
export async function meritSearch(folder: string) {
  const [few, many] = [await startProduct(withList(folder, 1000)), await startProduct(withList(folder, 100_000))]
  const rows: { what: string; small: number; large: number }[] = []
  for (const { what, query } of meritSearches) {
    const times = { small: [] as number[], large: [] as number[] }
    for (let n = 0; n < 80; n++) {
      const [small, large] = [await timed(few, query), await timed(many, query)]
      // The first requests are for the warm-up.
      if (n < 20) continue
      times.small.push(small)
      times.large.push(large)
    }
    rows.push({ what, small: median(times.small), large: median(times.large) })
  }
  await few.stop()
  await many.stop()
  return rows
}

/** The extra memory, in MB, of a server that makes the PDF of a list with this many rows, and the time in seconds. */
export async function meritPaper(folder: string, rows: number): Promise<{ megabytes: number; seconds: number }> {
  const product = await startProduct(withList(folder, rows, true))
  await (await fetch(`${product.url}/mbale/candidate/merit-lists`)).text()
  let seconds = 0
  const megabytes = await extraMemory(product.pid, async () => {
    const begun = performance.now()
    const pdf = await fetch(`${product.url}/mbale/candidate/merit-lists/final-900-state.pdf`)
    const bytes = (await pdf.arrayBuffer()).byteLength
    if (pdf.status !== 200 || bytes < rows * 100) throw new Error(`no such PDF: ${pdf.status}, ${bytes} bytes`)
    seconds = (performance.now() - begun) / 1000
  })
  await product.stop()
  return { megabytes, seconds }
}
