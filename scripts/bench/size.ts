import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { availableParallelism, cpus, loadavg } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import SqliteDatabase from 'better-sqlite3'
import { build } from 'vite'
import { addFunctions } from '#db/client.ts'
import { optionsOfScript } from '#scripts/options.mjs'
import { cookieOf, deskPages, grows, page, seed } from './desk-rows'
import { multiply } from './multiplied'
import { ownFolder } from './own-folder'
import { peakMemory, processTime, type Running, startProduct } from './processes'

/**
 * `npm run bench -- size [--candidates N] [--data FOLDER] [--pages no]`: what a page, a merit list and a round cost with N candidates
 * (725,000) beside 10,000. FOLDER: a demo of N that was seeded before, which is changed and stays.
 */
const text = { type: 'string' } as const
const asked = optionsOfScript({ candidates: text, data: text, pages: text }, 1).values
const candidates = Number(asked.candidates ?? '725000')
const tenThousand = 10_000

const folder = ownFolder('size')

const few = path.join(folder, 'few')
const many = asked.data ?? path.join(folder, 'many')
seed(few, tenThousand)
if (!existsSync(many)) {
  seed(many, tenThousand)
  multiply(many, candidates)
}
for (const one of [few, many]) {
  const sqlite = addFunctions(new SqliteDatabase(path.join(one, 'mbale/portal.db')))
  sqlite.exec('UPDATE applications SET confirmed_at = submitted_at WHERE submitted_at IS NOT NULL')
  sqlite.close()
}
console.log(
  `${candidates.toLocaleString('en')} candidates beside 10,000; ${availableParallelism()} × ${cpus()[0]?.model}, Node ${process.versions.node}, ${new Date().toISOString()}, load before ${loadavg()[0]!.toFixed(1)}`,
)
const [small, large] = [await startProduct(few), await startProduct(many)]
const forget = () => {
  for (const one of [few, many]) {
    const sqlite = addFunctions(new SqliteDatabase(path.join(one, 'mbale/portal.db')))
    sqlite.exec("DELETE FROM rate_limits WHERE key LIKE 'help-desk:%'")
    sqlite.close()
  }
}
console.log(`\n| | 10,000 | ${candidates.toLocaleString('en')} | | Refused |\n|---|---|---|---|---|`)
/** `refused`: of a page that was asked for, of which any refusal ends the run. */
const told = (what: string, least: number, most: number, unit: string, refused: 'none' | '–' = '–') =>
  console.log(
    `| ${what} | ${least.toFixed(1)} ${unit} | ${most.toFixed(1)} ${unit} | ${(most / least).toFixed(2)} × | ${refused} |`,
  )
told('Start of the server', small.readyAfter / 1000, large.readyAfter / 1000, 's')
const candidate = { ...page('the dashboard of a candidate', 'half-filled', '../candidate/dashboard') }
const pages = [candidate, ...deskPages.filter(({ what }) => !/audit|institute|choice/.test(what))]
for (const one of (asked.pages ?? 'yes') === 'yes' ? pages : []) {
  const { small: least, large: most } = await grows({ small, large, forget }, one)
  told(`Page: ${one.what}`, least, most, 'ms', 'none')
}

/** Prepares a provisional merit list at the desk; the seconds that it took, of processor time and in all, and how many it ranked. */
async function meritList(server: Running, data: string) {
  const admin = await cookieOf(server, 'admin')
  const desk = `${server.url}/mbale/cell/merit-lists`
  const csrf = /name="_csrf" value="([^"]+)"/.exec(
    await (await fetch(desk, { headers: { cookie: admin } })).text(),
  )?.[1]
  const [begun, before] = [performance.now(), processTime(server.pid)]
  const answer = await fetch(desk, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie: admin, origin: server.url },
    body: new URLSearchParams({ _csrf: csrf ?? '', stage: 'provisional' }),
  })
  if (answer.status !== 303) throw new Error(`no merit list was begun: ${answer.status}`)
  const state = () => {
    const sqlite = new SqliteDatabase(path.join(data, 'mbale/portal.db'), { readonly: true })
    const found = sqlite.prepare('SELECT id, state FROM merit_editions ORDER BY id DESC LIMIT 1').get()
    sqlite.close()
    return found as { id: number; state: string }
  }
  while (state().state === 'preparing') await pause(200)
  if (state().state !== 'prepared') throw new Error(`the merit list came to nothing: ${state().state}`)
  const [seconds, processor] = [(performance.now() - begun) / 1000, processTime(server.pid) - before]
  const sqlite = new SqliteDatabase(path.join(data, 'mbale/portal.db'), { readonly: true })
  const ranked = sqlite
    .prepare('SELECT count(DISTINCT candidate_id) FROM merit_entries WHERE edition_id = ?')
    .pluck()
    .get(state().id) as number
  sqlite.close()
  return { seconds, processor, ranked }
}
const perThousand = ({ processor, ranked }: { processor: number; ranked: number }) => (processor / ranked) * 1e6
const [short, long] = [await meritList(small, few), await meritList(large, many)]
told('Candidates on a merit list', short.ranked, long.ranked, '')
told('A merit list is prepared, in all', short.seconds, long.seconds, 's')
told('The same, processor time', short.processor, long.processor, 's')
told('The same for 1,000 candidates on it', perThousand(short), perThousand(long), 'ms')
told('Peak memory of the server', peakMemory(small.pid), peakMemory(large.pid), 'MB')
await small.stop()
await large.stop()

/** One round of the engine, all stages, in a process of its own: choice codes grow with the candidates, up to the state's 1,500. */
await build({ configFile: 'scripts/bench/vite.config.ts', logLevel: 'warn' })
const round = (people: number) =>
  JSON.parse(
    execFileSync(process.execPath, ['scripts/bench/dist/allotment.js', ...[people, 1500, 300].map(String)], {
      encoding: 'utf8',
    }),
  ) as { seconds: number; proposals: number; megabytes: number }
const [little, big] = [round(tenThousand), round(candidates)]
told('A round of the allotment, the engine alone, 1,500 choice codes', little.seconds * 1000, big.seconds * 1000, 'ms')
told('Its peak memory', little.megabytes, big.megabytes, 'MB')
told(
  'Its time for a million proposals',
  (little.seconds / little.proposals) * 1e9,
  (big.seconds / big.proposals) * 1e9,
  'ms',
)
console.log(`\nLoad after ${loadavg()[0]!.toFixed(1)}`)
process.exit()
