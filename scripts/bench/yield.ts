import { cpSync, existsSync } from 'node:fs'
import { availableParallelism, cpus, loadavg } from 'node:os'
import path from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { addFunctions } from '#db/client.ts'
import { optionsOfScript } from '#scripts/options.mjs'
import { cookieOf } from './desk-rows'
import { multiplySeats } from './multiplied'
import { ownFolder } from './own-folder'
import { processTime, type Running, startProduct } from './processes'

/**
 * `npm run bench -- yield --data FOLDER [--candidates N]`: what the page of seats kept and lost costs with N candidates (100,000) beside
 * those of FOLDER, a demo played to a round whose seats are allotted, of which copies are made. Every candidate and seat is a copy of one
 * of that demo's, so that there are as many places to count at as there.
 */
const text = { type: 'string' } as const
const asked = optionsOfScript({ candidates: text, data: text }, 1).values
const candidates = Number(asked.candidates ?? '100000')
if (!asked.data || !existsSync(path.join(asked.data, 'mbale/portal.db')))
  throw new Error('--data is missing: the folder of a demo that has allotted seats')

const folder = ownFolder('yield')
const [few, many] = [path.join(folder, 'few'), path.join(folder, 'many')]
for (const one of [few, many]) cpSync(asked.data, one, { recursive: true })
multiplySeats(many, candidates)

const count = (data: string, table: string) => {
  const sqlite = addFunctions(new SqliteDatabase(path.join(data, 'mbale/portal.db'), { readonly: true }))
  const found = sqlite.prepare(`SELECT count(*) FROM ${table}`).pluck().get() as number
  sqlite.close()
  return found
}
console.log(
  `${availableParallelism()} × ${cpus()[0]?.model}, Node ${process.versions.node}, ${new Date().toISOString()}, load before ${loadavg()[0]!.toFixed(1)}`,
)
for (const one of [few, many])
  console.log(`${count(one, 'candidates')} candidates, ${count(one, 'allotments')} seats given`)

/** Milliseconds of one look at the page. */
async function look(server: Running, cookie: string, by: string): Promise<number> {
  const begun = performance.now()
  const answer = await fetch(`${server.url}/mbale/cell/yield?by=${by}`, { headers: { cookie } })
  await answer.text()
  if (answer.status !== 200) throw new Error(`the page was refused: ${answer.status}`)
  return performance.now() - begun
}
const median = (values: number[]) => values.sort((a, b) => a - b)[values.length >> 1]!

const servers = [await startProduct(few), await startProduct(many)] as const
const cookies = [await cookieOf(servers[0], 'admin'), await cookieOf(servers[1], 'admin')] as const
const usedBefore = servers.map(({ pid }) => processTime(pid))
const first = [await look(servers[0], cookies[0], 'round'), await look(servers[1], cookies[1], 'round')] as const
const used = servers.map(({ pid }, n) => 1000 * (processTime(pid) - usedBefore[n]!)) as [number, number]
console.log('\n| | few | many | |\n|---|---|---|---|')
const told = (what: string, [least, most]: readonly [number, number]) =>
  console.log(`| ${what} | ${least.toFixed(1)} ms | ${most.toFixed(1)} ms | ${(most / least).toFixed(2)} × |`)
told('The first count, with the page', first)
told('The same, of the processor', used)
for (const by of ['round', 'institute', 'category', 'seatType']) {
  const times: [number[], number[]] = [[], []]
  // In turn, so that both feel the same machine.
  for (let n = 0; n < 40; n++)
    for (const [which, server] of servers.entries()) times[which]!.push(await look(server, cookies[which]!, by))
  told(`Afterwards, by ${by}`, [median(times[0]), median(times[1])])
}
for (const server of servers) await server.stop()
