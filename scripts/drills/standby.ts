import { spawn } from 'node:child_process'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { optionsOfScript } from '#scripts/options.mjs'
import { cleanUp, command, commandWith, folderOfDrill, reading, register, start } from './portal'

/** `npm run standby-drill`: what a stand-by loses when the portal is gone. */

const asked = optionsOfScript({ every: { type: 'string' }, seconds: { type: 'string' } }).values
const every = Number(asked.every ?? 5)
const seconds = Number(asked.seconds ?? 30)

process.once('exit', cleanUp)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

let failures = 0
function holds(what: string, isTrue: boolean, measured: string): void {
  if (!isTrue) failures++
  console.log(`  ${isTrue ? 'holds' : 'FAILS'}: ${what} (${measured})`)
}

const [first, second, shared] = [folderOfDrill(), folderOfDrill(), folderOfDrill()]
command(first, 'seed', '--candidates', '0', '--phase', 'registration')
const portal = await start(first)
const settings = { MODE: 'demo', DATA_DIR: first, COURSES: 'mbale', BACKUP_DIR: path.join(first, 'backups') }
const words = ['scripts/serve.mjs', 'standby', '--to', shared, '--every', String(every)]
const copier = spawn(process.execPath, words, {
  env: { ...process.env, ...settings },
  stdio: ['ignore', 'pipe', 'inherit'],
})
let said = ''
copier.stdout.on('data', (chunk: Buffer) => {
  said += chunk
})
process.once('exit', () => copier.kill('SIGKILL'))

/** Registrations that were answered with their Application ID, and when. */
const acknowledged: { userId: string; at: number }[] = []
let isOver = false
async function keepRegistering(lane: number): Promise<void> {
  for (let n = 0; !isOver; n++) {
    const { userId } = await register(portal.url, lane * 10_000 + n).catch(() => ({ userId: null }))
    if (userId !== null) acknowledged.push({ userId, at: Date.now() })
  }
}
const lanes = [1, 2, 3].map(keepRegistering)
await pause(seconds * 1000 + Math.random() * every * 1000)
const killedAt = Date.now()
await portal.kill()
copier.kill('SIGKILL')
isOver = true
await Promise.all(lanes)
const copies = [...said.matchAll(/copied in (\d+) ms, ([\d.]+) MB/g)].map(
  ([, took, size]) => [Number(took), Number(size)] as const,
)
console.log(`— killed under load after ${acknowledged.length} acknowledged registrations and ${copies.length} copies`)
holds(
  'the stand-by was copied again and again',
  copies.length >= 2,
  `every ${every} s; the last one took ${copies.at(-1)?.[0]} ms`,
)

const beganAt = performance.now()
const restored = commandWith({ BACKUP_DIR: shared }, second, 'restore', '--course', 'mbale')
const promoted = await start(second, { BACKUP_DIR: shared })
const tookOver = (performance.now() - beganAt) / 1000
const there = reading(
  second,
  (sqlite) => new Set(sqlite.prepare<[], string>('SELECT user_id FROM candidates').pluck().all()),
)
const lost = acknowledged.filter(({ userId }) => !there.has(userId))
const newest = Math.max(0, ...acknowledged.filter(({ userId }) => there.has(userId)).map(({ at }) => at))
const loss = (killedAt - newest) / 1000
console.log(restored.trimEnd())
holds(
  'the stand-by serves',
  (await fetch(`${promoted.url}/readyz`)).status === 200,
  `${tookOver.toFixed(1)} s from the command`,
)
const slowest = Math.max(...copies.map(([took]) => took)) / 1000
holds(
  'no more is lost than an interval and two copies',
  loss <= every + 2 * slowest + 2,
  `${loss.toFixed(1)} s, ${lost.length} of ${acknowledged.length} registrations`,
)
const firstLost = Math.min(...lost.map(({ at }) => at))
holds(
  'what is lost is the end, with no gap before it',
  lost.length === 0 || firstLost >= newest - 1000,
  `${lost.length} rows`,
)
const again = await register(promoted.url, 90_001)
holds(
  'its new Application IDs were never given before',
  again.userId !== null && !acknowledged.some(({ userId }) => userId === again.userId),
  `${again.userId}`,
)
holds(
  'it says what to tell candidates and what to propose',
  /LOST: /.test(restored) && /Tell candidates \(mr\): /.test(restored) && /Propose to the cell: /.test(restored),
  'in both languages',
)
await promoted.stop()
console.log(failures ? `\n${failures} did not hold` : '\nEverything held')
process.exit(failures ? 1 : 0)
