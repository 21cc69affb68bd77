import { cpSync, existsSync } from 'node:fs'
import { availableParallelism, cpus, loadavg } from 'node:os'
import path from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { addFunctions } from '#db/client.ts'
import { optionsOfScript } from '#scripts/options.mjs'
import { courses } from '#server/courses/courses.ts'
import { cookieOf } from './desk-rows'
import { multiplySeats } from './multiplied'
import { type Answers, answersDuring, shareOf } from './open-loop'
import { ownFolder } from './own-folder'
import { processTime, startProduct } from './processes'

/**
 * `npm run bench -- roll-call-send --data FOLDER [--candidates N] [--seconds S]`: what pages feel while the product asks N
 * candidates (100,000) by a roll-call, for at most S seconds (300; all 100,000 take 35 minutes). FOLDER: a demo that
 * `npm run seed` has made, whose option form of round 2 closes within two days; copies of it are made. The same pages are asked of a server beside it that sends nothing, so that both feel the same machine.
 */
const text = { type: 'string' } as const
const asked = optionsOfScript({ candidates: text, data: text, seconds: text }, 1).values
const candidates = Number(asked.candidates ?? '100000')
const seconds = Number(asked.seconds ?? '300')
/** Pages asked of each server in a second. */
const rate = 5
if (!asked.data || !existsSync(path.join(asked.data, 'mbale/portal.db')))
  throw new Error('--data is missing: the folder of a demo whose option form of round 2 is open')

const folder = ownFolder('roll-call')
const [sending, quiet] = [path.join(folder, 'sending'), path.join(folder, 'quiet')]
cpSync(asked.data, sending, { recursive: true })
multiplySeats(sending, candidates)

const open = (data: string) => addFunctions(new SqliteDatabase(path.join(data, 'mbale/portal.db')))
const mbale = courses.find(({ slug }) => slug === 'mbale')!
const portal = open(sending)
// Everybody is in the final merit list.
portal.exec(`
  INSERT INTO merit_entries (edition_id, list, merit_number, candidate_id, user_id, full_name, type, category, percentage, criteria)
    SELECT e.id, 'all-india', 1000000 + c.id, c.id, c.user_id, c.full_name, 'A', 'OPEN', '60.0000', '[]'
    FROM candidates c JOIN merit_editions e ON e.stage = 'final' AND e.state = 'published'
    WHERE NOT EXISTS (SELECT 1 FROM merit_entries m WHERE m.candidate_id = c.id AND m.edition_id = e.id AND m.list = 'all-india')`)
portal.close()
cpSync(sending, quiet, { recursive: true })
const asking = open(sending)
asking
  .prepare("INSERT INTO settings (key, value, effective_at, made_at) VALUES ('rounds', ?, 1, 1)")
  .run(JSON.stringify({ plan: mbale.rounds, mockAllotmentAfter: mbale.mockAllotmentAfter, rollCall: true }))
asking.close()

console.log(
  `${availableParallelism()} × ${cpus()[0]?.model}, Node ${process.versions.node}, ${new Date().toISOString()}, load before ${loadavg()[0]!.toFixed(1)}`,
)
const reader = () => new SqliteDatabase(path.join(sending, 'mbale/portal.db'), { readonly: true })
const sentOf = (sqlite: SqliteDatabase.Database) =>
  sqlite
    .prepare(
      "SELECT (SELECT coalesce(sum(sent), 0) FROM reminder_times WHERE name = 'roll-call'), count(*) FROM outbox WHERE template = 'roll-call' AND state = 'sent'",
    )
    .raw()
    .get() as [number, number]

const servers = [await startProduct(sending), await startProduct(quiet)] as const
const dashboards = await Promise.all(
  servers.map(async (server) => ({
    url: `${server.url}/mbale/candidate/dashboard`,
    headers: { cookie: await cookieOf(server, 'half-filled'), 'accept-encoding': 'identity' },
  })),
)
const desk = await cookieOf(servers[0], 'admin')
const until = Date.now() + seconds * 1000
const before = servers.map(({ pid }) => processTime(pid))
const begun = performance.now()
const sqlite = reader()
const stays = async () => {
  let [last, since] = [-1, Date.now()]
  while (Date.now() < until) {
    await new Promise((resolve) => setTimeout(resolve, 1000))
    const [people] = sentOf(sqlite)
    if (people !== last) [last, since] = [people, Date.now()]
    // Everybody was asked once nothing is added for a minute.
    if (people > 0 && Date.now() - since > 60_000) break
  }
}
const [first, second] = await Promise.all(dashboards.map((page) => answersDuring(page, rate, stays)))
const elapsed = (performance.now() - begun) / 1000
const used = servers.map(({ pid }, n) => processTime(pid) - before[n]!)
const [people, messages] = sentOf(sqlite)
sqlite.close()

const percentile = ({ times }: Answers, share: number) =>
  [...times].sort((a, b) => a - b)[Math.floor((times.length - 1) * share)]!
const row = (what: string, one: Answers) =>
  console.log(
    `| ${what} | ${[0.5, 0.95, 0.99].map((share) => percentile(one, share).toFixed(1)).join(' · ')} ms | ${(100 * shareOf(one)).toFixed(2)} % |`,
  )
console.log(
  `\n${people.toLocaleString('en')} of ${candidates.toLocaleString('en')} asked in ${elapsed.toFixed(0)} s, ${messages.toLocaleString('en')} messages handed over; the server that sends used ${used[0]!.toFixed(1)} s of the processor, the other ${used[1]!.toFixed(1)} s.\n\n| A dashboard | half · 95 · 99 in 100 | refused |\n|---|---|---|`,
)
row('while it sends', first!)
row('of the server that sends nothing', second!)
console.log(`\n${(percentile(first!, 0.5) / percentile(second!, 0.5)).toFixed(2)} × in the middle`)
for (const name of ['first', 'second']) {
  const at = performance.now()
  const page = await fetch(`${servers[0].url}/mbale/cell/allotments`, { headers: { cookie: desk } })
  await page.text()
  console.log(
    `The desk's page with the count, the ${name} look: ${(performance.now() - at).toFixed(0)} ms (${page.status})`,
  )
}
for (const server of servers) await server.stop()
