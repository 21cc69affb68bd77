import path from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { addFunctions } from '#db/client.ts'
import { type View, viewMediaType } from '#server/domain/site/view.ts'
import { cookieOf, seed } from './desk-rows'
import { type Answers, answersDuring, medianAt, medianOf } from './open-loop'
import { peakDuring, startProduct } from './processes'

/** Requests per second for the dashboard, before and during the import. */
const rate = 20

/** The lines of each file, from a number on; every line is new. */
const files = {
  staff: {
    header: 'login_name,full_name,role,centre,region,institute,active',
    line: (n: number) => `so.bench.${n},Meera Joshi,so,,pune,,yes`,
  },
  institutes: {
    header: 'institute_code,name_mr,address,phone,email,website,hostel,facilities,place,directions_en,directions_mr',
    line: (n: number) =>
      `${n},संस्था ${n},"${n}, Station Road, Pune 411005",020 25506970,office@example.org,https://www.example.org,both,library internet,"18.53,73.84",By bus 4,बस क्र. 4`,
  },
} as const
type Kind = keyof typeof files
/** The first code of the institutes of a file. */
const firstCode = 100_000

type Figures = { quiet: number; busy: number; refused: number; longest: number; megabytes: number; seconds: number }

/**
 * Reads a file of this many lines and puts it in force, while the dashboard is asked for at a steady rate. `quiet`,
 * `busy`: its median time before and meanwhile, in ms; `refused`: the larger share refused; `longest`: its longest time meanwhile; `megabytes`: the peak memory of the
 * server above its peak while it only serves the dashboard.
 */
export async function pagesDuringImport(folder: string, kind: Kind, lines: number): Promise<Figures> {
  const own = path.join(folder, `import-${kind}`)
  seed(own, 1000)
  if (kind === 'institutes') addInstitutes(path.join(own, 'mbale/portal.db'), lines)
  const product = await startProduct(own)
  const cookie = await cookieOf(product, 'admin')
  const dashboard = {
    url: `${product.url}/mbale/candidate/dashboard`,
    headers: { cookie: await cookieOf(product, 'half-filled'), 'accept-encoding': 'identity' },
  }
  const page = `${product.url}/mbale/cell/imports/${kind}`
  const viewOf = async (url: string) =>
    (await (await fetch(url, { headers: { cookie, accept: viewMediaType } })).json()) as View & {
      data: { state: string; counts: { new: number }; faultCount: number }
    }
  const { csrf } = (await viewOf(page)).staff!
  async function post(url: string, body: FormData | URLSearchParams): Promise<string> {
    const headers = { cookie, origin: product.url, 'sec-fetch-site': 'same-origin' }
    const answer = await fetch(url, { method: 'POST', redirect: 'manual', headers, body })
    const location = answer.headers.get('location')
    if (answer.status !== 303 || !location) throw new Error(`${url}: ${answer.status} ${await answer.text()}`)
    return `${product.url}${location}`
  }
  async function until(url: string, state: string): Promise<void> {
    for (;;) {
      const { data } = await viewOf(url)
      if (data.state === state) {
        if (data.counts.new !== lines) throw new Error(`${data.counts.new} new entries, not ${lines}`)
        return
      }
      if (data.state !== 'preparing') throw new Error(`${data.state}: ${data.faultCount} faults`)
      await new Promise((resolve) => setTimeout(resolve, 500))
    }
  }
  await medianAt(dashboard, rate, 5)
  // Serving pages fills the heap up to where it is swept: only what comes on top is the import's.
  let quiet = { median: 0, refused: 0 }
  const served = await peakDuring(product.pid, async () => {
    quiet = await medianAt(dashboard, rate, 40)
  })

  const { header, line } = files[kind]
  const form = new FormData()
  form.set('_csrf', csrf)
  form.set('intent', 'read')
  const text = [header, ...Array.from({ length: lines }, (_, n) => line(firstCode + n))].join('\n')
  form.set('file', new Blob([text], { type: 'text/csv' }), `${kind}.csv`)
  const begun = performance.now()
  let answers: Answers = { times: [], refused: 0 }
  const reading = await peakDuring(product.pid, async () => {
    answers = await answersDuring(dashboard, rate, async () => {
      const address = await post(page, form)
      await until(address, 'prepared')
      await post(address, new URLSearchParams({ _csrf: csrf, intent: 'apply' }))
      await until(address, 'published')
    })
  })
  const seconds = (performance.now() - begun) / 1000
  await product.stop()
  const busy = medianOf(answers)
  return {
    quiet: quiet.median,
    busy: busy.median,
    refused: Math.max(quiet.refused, busy.refused),
    longest: Math.max(...answers.times),
    megabytes: reading - served,
    seconds,
  }
}

/** Gives a matrix that waits for its release this many institutes, of which the file may then speak. */
function addInstitutes(file: string, count: number): void {
  const sqlite = addFunctions(new SqliteDatabase(file))
  sqlite.transaction(() => {
    const { id } = sqlite
      .prepare<[], { id: number }>(
        `INSERT INTO seat_matrix_editions (number, state, file_name, hash, prepared_at, prepared_by)
         VALUES (900, 'prepared', 'seats.csv', '', 1, (SELECT min(id) FROM staff)) RETURNING id`,
      )
      .get()!
    const add = sqlite.prepare(
      `INSERT INTO seat_matrix_courses (edition_id, choice_code, institute_code, institute, university, district, status,
         autonomy, course, sanctioned, maharashtra, minority_seats, all_india, institute_level)
       VALUES (?, ?, ?, 'Example Institute', 'University', 'MH-pune', 'Un-Aided', 'No', 'MBA', 60, 60, 0, 0, 0)`,
    )
    for (let n = firstCode; n < firstCode + count; n++) add.run(id, `${n}110`, String(n))
  })()
  sqlite.close()
}
