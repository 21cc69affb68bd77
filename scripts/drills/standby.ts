import { fork } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { percentile } from '#scripts/bench/crowd.ts'
import { endBySignal } from '#scripts/bench/own-folder.ts'
import { optionsOfScript } from '#scripts/options.mjs'
import { jpeg, multipart } from '#tests/support/files.ts'
import type { Measured, Order } from './commits'
import { letIn, stepsDone } from './killed'
import { litestreamOf } from './litestream'
import { cleanUp, command, deskCookie, deskPost, folderOfDrill, reading, register, signIn, start } from './portal'

/**
 * `npm run standby-drill [-- --seconds 20 --litestream PROGRAM]`: the portal with Litestream beside it. It registers people, takes in a photograph,
 * ranks, checkpoints and has a reading open for ten seconds, first without Litestream and then with it; kills both, brings the
 * copy back and goes on with it.
 */
const asked = optionsOfScript({ seconds: { type: 'string' }, litestream: { type: 'string' } }).values
const seconds = Number(asked.seconds ?? 20)

process.once('exit', cleanUp)
endBySignal()

let failures = 0
function holds(what: string, isTrue: boolean, measured: string): void {
  if (!isTrue) failures++
  console.log(`  ${isTrue ? 'holds' : 'FAILS'}: ${what} (${measured})`)
}

const [first, second, replica, backups] = [folderOfDrill(), folderOfDrill(), folderOfDrill(), folderOfDrill()]
command(first, 'seed', '--candidates', '3000', '--phase', 'registration')
const [person] = letIn(first, stepsDone(5), 1)
const portal = await start(first)
const database = path.join(first, 'mbale', 'portal.db')
const litestream = litestreamOf(first, replica, asked.litestream)

/** Processes beside the portal that commit, or keep a reading open. */
async function helper() {
  const child = fork('scripts/drills/commits.ts', [database], { execArgv: ['--import', 'tsx'] })
  process.once('exit', () => child.kill('SIGKILL'))
  await once(child, 'message')
  return async (order: Order): Promise<Measured> => {
    child.send(order)
    const [measured] = (await once(child, 'message')) as [Measured]
    return measured
  }
}
const [writer, other] = [await helper(), await helper()]

/** Registrations that were answered with their Application ID, and when. */
const acknowledged: { userId: string; at: number }[] = []
const refused: string[] = []
let isOver = false
async function keepRegistering(lane: number): Promise<void> {
  for (let n = 0; !isOver; n++) {
    const one = await register(portal.url, lane * 10_000 + n).catch(() => null)
    if (one?.userId) acknowledged.push({ userId: one.userId, at: Date.now() })
    else if (one && one.status !== 200 && one.status !== 0) refused.push(`${one.status} ${one.code}`)
    await pause(50)
  }
}
const lanes = [1, 2, 3].map(keepRegistering)

/** Writes that were given up, as the portal gives them up, while Litestream ran and while it did not. */
const busy = { without: 0, with: 0 }
async function scene(
  how: keyof typeof busy,
  what: string,
  order: Order,
  beside?: () => Promise<unknown>,
): Promise<void> {
  const [measured] = await Promise.all([writer(order), beside?.()])
  busy[how] += measured.busy
  const { waits } = measured
  const ms = (part: number) => percentile(waits, part).toFixed(1)
  console.log(
    `  ${what}: ${waits.length} commits, half within ${ms(0.5)} ms, 99 in 100 within ${ms(0.99)} ms, the longest ${ms(1)} ms, given up ${measured.busy}`,
  )
}

const admin = await deskCookie(portal.url, 'admin')
async function scenes(how: keyof typeof busy): Promise<void> {
  console.log(`— ${how} Litestream`)
  await scene(how, 'registrations', { what: 'commits', seconds })
  await scene(how, 'a merit list is prepared', { what: 'commits', seconds: seconds / 2 }, () =>
    deskPost(portal.url, admin, 'merit-lists', { stage: 'provisional' }),
  )
  await scene(how, 'a reading is open for 10 s and much is written', { what: 'pages', seconds: 12 }, () =>
    other({ what: 'reader', seconds: 10 }),
  )
  await scene(how, 'a command closes the database', { what: 'commits', seconds: 5 }, async () => {
    await pause(1000)
    await other({ what: 'close', seconds: 0 })
  })
}

await scenes('without')
litestream.start()
await pause(3000)
await scenes('with')
// Where nothing else keeps writers out for a second, none is given up on either side.
holds(
  'it makes no write wait longer than the portal waits',
  busy.with <= busy.without,
  `${busy.with} given up; without Litestream ${busy.without}`,
)
holds('the portal refused nobody', refused.length === 0, `${refused.length} refused: ${refused[0] ?? 'none'}`)

/** A photograph, and the copy of the files, which Litestream leaves out: what is new, as the shipped timer copies it. */
const { bearer } = await signIn(portal.url, person!.userId)
const { body, headers } = multipart({ kind: 'photo' }, [
  { name: 'photo.jpg', content: await jpeg({ width: 700, height: 900 }), type: 'image/jpeg' },
])
const sent = await fetch(`${portal.url}/mbale/candidate/api/documents`, {
  method: 'POST',
  headers: { ...headers, authorization: `Bearer ${bearer}`, 'x-forwarded-for': '10.9.9.9' },
  body,
})
holds('a photograph is taken in', sent.status === 201, `${sent.status} ${sent.status === 201 ? '' : await sent.text()}`)
cpSync(path.join(first, 'mbale', 'files'), path.join(second, 'mbale', 'files'), { recursive: true, force: false })

await pause(2000 + Math.random() * 2000)
holds('Litestream still runs', litestream.isRunning(), litestream.log().slice(-200).trim())
const killedAt = Date.now()
litestream.kill()
await portal.kill()
isOver = true
await Promise.all(lanes)
console.log(`— both killed after ${acknowledged.length} acknowledged registrations`)

const beganAt = performance.now()
const copy = path.join(backups, 'copy.db')
litestream.restore(copy)
const broughtBack = (performance.now() - beganAt) / 1000
const settings = ['restore', '--course', 'mbale', '--from-database', copy]
const restored = command(second, ...settings)
const promoted = await start(second)
const tookOver = (performance.now() - beganAt) / 1000
console.log(restored.trimEnd())
const there = reading(
  second,
  (sqlite) => new Set(sqlite.prepare<[], string>('SELECT user_id FROM candidates').pluck().all()),
)
const lost = acknowledged.filter(({ userId }) => !there.has(userId))
const newest = Math.max(0, ...acknowledged.filter(({ userId }) => there.has(userId)).map(({ at }) => at))
const loss = (killedAt - newest) / 1000
holds(
  'the copy serves',
  (await fetch(`${promoted.url}/readyz`)).status === 200,
  `brought back in ${broughtBack.toFixed(1)} s, served after ${tookOver.toFixed(1)} s`,
)
holds(
  'no more is lost than some seconds',
  loss <= 5,
  `${loss.toFixed(1)} s, ${lost.length} of ${acknowledged.length} registrations`,
)
const firstLost = Math.min(...lost.map(({ at }) => at))
holds(
  'what is lost is the end, with no gap before it',
  lost.length === 0 || firstLost >= newest - 1000,
  `${lost.length} rows`,
)
const files = reading(second, (sqlite) => sqlite.prepare('SELECT hash FROM documents').pluck().all()) as string[]
const missing = files.filter(
  (hash) => !existsSync(path.join(second, 'mbale', 'files', hash.slice(0, 2), hash.slice(2))),
)
holds('every document has its file', missing.length === 0, `${files.length} documents`)
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
