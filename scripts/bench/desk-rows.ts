import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { addFunctions } from '#db/client.ts'
import { type Running, startProduct } from './processes'

/** A page of the desk, and the role that opens it. `most`: how many times as long it may take; `opens`: the page that a hit opens. */
export type DeskPage = { what: string; as: string; path: string; most: number; opens?: string }

export const page = (what: string, as: string, path: string, most = 3): DeskPage => ({ what, as, path, most })
const search = (what: string, typed: string, isOne = false): DeskPage => ({
  ...page(`search, ${what}`, 'admin', `search?q=${typed}`, 2),
  ...(isOne && { opens: 'help-desk/' }),
})

/** Pages with work that grows with the number of candidates. */
export const deskPages: readonly DeskPage[] = [
  page("an admin's home, with every count", 'admin', 'home'),
  page("an officer's home", 'so', 'home'),
  page("a regional office's home", 'ro', 'home'),
  page("a centre's home", 'fc', 'home'),
  page("an institute's home", 'institute', 'home'),
  page("an admin's door", 'admin', 'door/run'),
  page('the team of scrutiny', 'admin', 'officers'),
  page('a queue', 'so', 'scrutiny?queue=new'),
  page('a queue of one district, newest first', 'so', 'scrutiny?queue=new&district=MH-pune&sort=-submittedAt'),
  page('a queue of one type', 'so', 'scrutiny?queue=new&type=E'),
  // One whose page is full with few candidates, too: each line that is drawn costs more than the search for all of them.
  page('a queue of one category', 'so', 'scrutiny?queue=new&category=OPEN'),
  page('a queue of one type and category', 'so', 'scrutiny?queue=new&type=B&category=OBC&sort=-submittedAt'),
  page("an officer's own", 'so', 'scrutiny?queue=picked-up&mine=yes'),
  page("a centre's day", 'fc', 'appointments'),
  page('the certificates', 'so', 'certificates'),
  page('the grievances', 'so', 'grievances'),
  page('the audit log', 'admin', 'audit'),
  page('the audit log of one candidate', 'admin', 'audit?applicationId=ML24100500'),
  page('the audit log of one act', 'admin', 'audit?act=help-desk.viewed'),
  page('the refunds', 'admin', 'refunds'),
  page('the cancelled admissions', 'admin', 'cancellations'),
  page("an institute's cancelled admissions", 'institute', 'returns'),
  page('the day book', 'admin', 'day-book'),
  page('the reminders', 'admin', 'reminders'),
  page('the overview', 'admin', 'overview'),
  page('the staff', 'admin', 'staff'),
  page('possible duplicates', 'admin', 'duplicates'),
  page('the lines of settlements', 'admin', 'settlements'),
  page('registrations outside the rounds', 'institute', 'non-cap'),
  page('the feedback', 'admin', 'feedback'),
  page('the feedback of one rating', 'admin', 'feedback?rating=1'),
  page('the special orders', 'admin', 'orders'),
  page('the bulk messages', 'admin', 'bulk-message'),
  page('the files that were read', 'admin', 'imports'),
  page('requests about data', 'admin', 'data-requests'),
  page('requests for another mobile number', 'admin', 'help-desk'),
  page('the message templates', 'admin', 'templates'),
  page('the notices', 'admin', 'notices'),
  search('a name', 'ka+kulkarni'),
  search('one word of a name', 'kulkarni'),
  search('no name', 'zzyzx'),
  search('an Application ID', 'ML24100500', true),
  search('a mobile number', '7000000500', true),
  search('an institute', 'indrayani+institute'),
  search('a choice code', '900110'),
]

const median = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!

/** Logs a persona in and returns the cookies of the session. */
export async function cookieOf({ url }: Running, key: string): Promise<string> {
  const login = await fetch(`${url}/demo/login`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ course: 'mbale', key }),
  })
  return login.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}

/** The time to the last byte, in ms; any answer but the page, or the one that it opens, voids the run. */
async function timed(url: string, cookie: string, opens?: string): Promise<number> {
  const begun = performance.now()
  const answer = await fetch(url, { redirect: 'manual', headers: { cookie, 'accept-encoding': 'identity' } })
  await answer.arrayBuffer()
  const location = answer.headers.get('location')
  const isRight = opens === undefined ? answer.status === 200 : location?.includes(`/cell/${opens}`)
  if (!isRight) throw new Error(`${url}: ${answer.status} ${location}`)
  return performance.now() - begun
}

/** Seeds a demo with this number of candidates. */
export function seed(folder: string, candidates: number): void {
  const env = { ...process.env, MODE: 'demo', DATA_DIR: folder, COURSES: 'mbale', LOG_LEVEL: 'warn' }
  execFileSync(process.execPath, ['scripts/serve.mjs', 'seed', '--candidates', String(candidates)], { env })
}

/**
 * The medians for a page with few candidates and with many, measured alternately under the same conditions, and their
 * ratio.
 */
export async function grows(
  { small, large, forget }: Pick<Awaited<ReturnType<typeof startBoth>>, 'small' | 'large' | 'forget'>,
  { as, path: page, opens }: DeskPage,
): Promise<{ small: number; large: number; ratio: number }> {
  const times = { small: [] as number[], large: [] as number[] }
  const at = async (server: Running) => ({
    url: `${server.url}/${path.posix.join('mbale/cell', page)}`,
    cookie: await cookieOf(server, as),
  })
  const [few, many] = [await at(small), await at(large)]
  for (let n = 0; n < 80; n++) {
    if (n % 40 === 0) forget()
    const [one, other] = [await timed(few.url, few.cookie, opens), await timed(many.url, many.cookie, opens)]
    // The first requests are for the warm-up.
    if (n < 20) continue
    times.small.push(one)
    times.large.push(other)
  }
  const [least, most] = [median(times.small), median(times.large)]
  return { small: least, large: most, ratio: most / least }
}

/** The same for the first request of this page to a server that has just started. */
export async function growsAtFirst(
  folders: { few: string; many: string },
  { as, path: page }: DeskPage,
): Promise<{ small: number; large: number; ratio: number }> {
  const times = { few: [] as number[], many: [] as number[] }
  for (let n = 0; n < 5; n++) {
    for (const size of ['few', 'many'] as const) {
      const server = await startProduct(folders[size])
      // Another page first, so that both servers have loaded what all pages share.
      const cookie = await cookieOf(server, as)
      await timed(`${server.url}/mbale/cell/staff`, cookie)
      times[size].push(await timed(`${server.url}/${path.posix.join('mbale/cell', page)}`, cookie))
      await server.stop()
    }
  }
  const [small, large] = [median(times.few), median(times.many)]
  return { small, large, ratio: large / small }
}

/**
 * What the seed leaves empty or as long for few candidates as for many: three lines of the audit log for each candidate, a
 * refund of every twentieth payment, and the cancelled admission, a refused order, an open grievance and a refused change
 * of number of every twentieth candidate, and everybody's feedback, and a line of a settlement for each payment, every twentieth in the
 * queue; the end of scrutiny of every third submitted form, a sixth of them read again. A folder that has these stays as it is.
 */
function lengthen(folder: string): void {
  const sqlite = addFunctions(new SqliteDatabase(path.join(folder, 'mbale/portal.db')))
  const isLong = sqlite.prepare('SELECT 1 FROM settlement_files WHERE id = 900').get() !== undefined
  if (isLong) return void sqlite.close()
  sqlite.exec(`
    BEGIN;
    INSERT INTO audit_log (id, at, actor_kind, actor_name, role, act, candidate_id, detail, previous_hash, hash)
      SELECT (SELECT line FROM audit_head) + row_number() OVER (ORDER BY n, c.id), 0, 'staff', 'admin', 'admin',
        CASE n WHEN 1 THEN 'help-desk.viewed' ELSE 'scrutiny.opened' END, c.id, '{}', '', ''
      FROM candidates c, (SELECT 1 AS n UNION SELECT 2 UNION SELECT 3);
    UPDATE audit_head SET line = (SELECT max(id) FROM audit_log), hash = '';
    INSERT INTO refunds (payment_id, amount, reason, status, next_attempt_at, created_at, changed_at)
      SELECT id, amount, 'by-hand', 'done', 0, 0, 0 FROM payments WHERE id % 20 = 0;
    INSERT INTO cancellations (candidate_id, round, choice_code, institute_code, reason, requested_at, case_number)
      SELECT id, 1, '900110110', '9001', 'elsewhere', 0, row_number() OVER (ORDER BY id) FROM candidates WHERE id % 20 = 0;
    INSERT INTO settlement_files (id, hash, name, lines, imported_at, imported_by)
      VALUES (900, 'bench', 'bench.csv', (SELECT count(*) FROM payments), 0, (SELECT min(id) FROM staff));
    INSERT INTO settlement_lines (file_id, line, entity_id, type, debit, credit, amount, fee, tax, currency, settled_at,
        settlement_id, utr, state)
      SELECT 900, id, 'pay_' || id, 'payment', 0, amount, amount, 0, 0, 'INR', 0, 'set_1', 'utr_1',
        CASE WHEN id % 20 = 0 THEN 'queued' ELSE 'matched' END FROM payments;
    INSERT INTO feedback (candidate_id, about, rating, text, at) SELECT id, 'form', 1 + id % 5, 'Words', 0 FROM candidates;
    INSERT INTO special_orders (kind, candidate_id, order_number, authority, reason, until, state, prepared_at, prepared_by)
      SELECT 'extend', id, 'B/' || id, 'The cell', 'Words', 1, 'discarded', 0, (SELECT min(id) FROM staff)
      FROM candidates WHERE id % 20 = 0;
    INSERT INTO grievances (candidate_id, type, steps, state, filed_at)
      SELECT id, 'merit', 0, 'open', 0 FROM candidates WHERE id % 20 = 0;
    INSERT INTO mobile_requests (candidate_id, new_mobile, seen, note, state, prepared_at, prepared_by)
      SELECT id, '7999999999', 'passport', 'Words', 'discarded', 0, (SELECT min(id) FROM staff)
      FROM candidates WHERE id % 20 = 0;
    INSERT OR IGNORE INTO scrutiny_judgements (candidate_id, version, officer_id, begun_at, finished_at, is_returned, unopened)
      SELECT candidate_id, 1, (SELECT min(id) FROM staff WHERE role = 'so'), 0, 60000 + candidate_id, candidate_id % 9 = 0, 0
      FROM applications WHERE submitted_at IS NOT NULL AND candidate_id % 3 = 0;
    INSERT OR IGNORE INTO second_readings (candidate_id, version, first_id, confirmed_at, lot, share, reader_id, taken_at,
        finished_at, disagreed)
      SELECT candidate_id, 1, officer_id, 0, 1, 5, (SELECT max(id) FROM staff WHERE role = 'so'), 0, candidate_id,
        candidate_id % 90 = 0
      FROM scrutiny_judgements WHERE candidate_id % 18 = 0;
    INSERT OR IGNORE INTO second_findings (candidate_id, version, fact, is_accepted)
      SELECT candidate_id, 1, fact, fact <> 'name' OR candidate_id % 90 > 0
      FROM second_readings, (SELECT 'name' AS fact UNION SELECT 'category' UNION SELECT 'domicile' UNION SELECT 'ssc');
    COMMIT`)
  sqlite.close()
}

/** Forgets the searches so far, of which an officer may make a limited number. */
function forgetSearches(folder: string): void {
  const sqlite = addFunctions(new SqliteDatabase(path.join(folder, 'mbale/portal.db')))
  sqlite.exec("DELETE FROM rate_limits WHERE key LIKE 'help-desk:%'")
  sqlite.close()
}

/** The folders of a demo with 1,000 candidates and of one with 100,000, seeded by the first row that asks for them. */
export function bothFolders(folder: string): { few: string; many: string } {
  const [few, many] = [path.join(folder, 'few'), path.join(folder, 'many')]
  if (!existsSync(few)) seed(few, 1000)
  if (!existsSync(many)) seed(many, 100_000)
  return { few, many }
}

/** Starts a server on each of them; `stop` ends both, `forget` lifts the limit of searches. */
export async function startBoth(
  folder: string,
): Promise<{ small: Running; large: Running; stop(): Promise<void>; forget(): void }> {
  const { few, many } = bothFolders(folder)
  for (const one of [few, many]) lengthen(one)
  const [small, large] = [await startProduct(few), await startProduct(many)]
  return {
    small,
    large,
    forget() {
      for (const one of [few, many]) forgetSearches(one)
    },
    async stop() {
      await small.stop()
      await large.stop()
    },
  }
}
