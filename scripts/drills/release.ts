import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { command, type Drill, deskCookie, deskPage, folderOfDrill, reading, start } from './portal'

const inFolder = (folder: string) =>
  reading(folder, (sqlite) => {
    const one = (query: string) => sqlite.prepare(query).pluck().get() as number
    return {
      preparing: one("SELECT count(*) FROM allotment_runs WHERE round = 1 AND state = 'preparing'"),
      published: one("SELECT count(*) FROM allotment_runs WHERE round = 1 AND state = 'published'"),
      twice: one(`SELECT count(*) FROM (SELECT a.candidate_id FROM allotments a JOIN allotment_runs r ON r.id = a.run_id
          WHERE r.state = 'published' AND r.round = 1 GROUP BY a.candidate_id HAVING count(*) > 1)`),
      seats: one(`SELECT count(*) FROM allotments a JOIN allotment_runs r ON r.id = a.run_id
          WHERE r.state = 'published' AND r.round = 1`),
      integrity: sqlite.pragma('integrity_check', { simple: true }),
    }
  })

/** A port that nobody uses just now. */
async function freePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return String(port)
}

/** Waits until a run is being prepared, so that its release has not begun; false if none is within a minute. */
async function isPreparing(folder: string): Promise<boolean> {
  const until = performance.now() + 60_000
  while (performance.now() < until) {
    if (reading(folder, (sqlite) => sqlite.prepare(preparing).get()) !== undefined) return true
    await pause(5)
  }
  return false
}
const preparing = "SELECT 1 FROM allotment_runs WHERE round = 1 AND state = 'preparing'"

/**
 * One of two processes dies while an allotment is prepared, released and told; the other, or its successor, goes on.
 * `when`: at moments of chance, or both processes once, while the run is prepared.
 */
const death = (when: 'at random' | 'before the release'): Drill => ({
  name: `cases 58 and 72: ${when === 'at random' ? 'one of two processes dies during a release' : 'both processes die before the release'}`,
  async run(say) {
    const folder = folderOfDrill()
    command(folder, 'seed', '--phase', 'round-1-options')
    // A port of its own: once no process is left, their successors would get another one.
    const server = await start(folder, { WORKERS: '2', LOG_LEVEL: 'error', PORT: await freePort() })
    const workers = () =>
      readFileSync(`/proc/${server.pid}/task/${server.pid}/children`, 'utf8').trim().split(/\s+/).map(Number)
    const move = () =>
      fetch(`${server.url}/demo/clock`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: server.url },
        body: JSON.stringify({ phase: 'round-1-acceptance' }),
      }).then(
        ({ status }) => status,
        () => 0,
      )
    let deaths = 0
    let status = 0
    for (let turn = 0; turn < 12 && status !== 200; turn++) {
      const moving = move()
      if (when === 'before the release') {
        if (turn === 0) {
          const isCaught = await isPreparing(folder)
          for (const one of workers()) process.kill(one, 'SIGKILL')
          deaths += 2
          await moving
          const { published, seats, integrity } = inFolder(folder)
          say({
            what: 'A run that dies while it is prepared leaves nothing published and nobody with a seat',
            holds: isCaught && published === 0 && seats === 0 && integrity === 'ok',
            measured: `killed while preparing: ${isCaught}; ${published} published, ${seats} seats, ${integrity}`,
          })
        }
      } else if (turn < 4) {
        await pause(300 + Math.random() * 1500)
        const alive = workers()
        const killed = alive[turn % alive.length]!
        process.kill(killed, 'SIGKILL')
        deaths++
      }
      status = await moving
      // The one that ended is replaced.
      if (status !== 200) await pause(3000)
    }
    say({
      what: 'Time goes on in the process that is left, or in its successor',
      holds: status === 200,
      measured: `${deaths} processes killed`,
    })
    const desk = await deskPage(server.url, await deskCookie(server.url, 'admin'), 'home')
    const alarm = /[^<>]+ was not published/.exec(desk)?.[0]
    await server.stop()
    const found = inFolder(folder)
    // A run that died with its process is prepared anew by people; the demo's people act once.
    const isPublished = found.published === 1 && found.seats > 0
    const isUntouched = found.published === 0 && found.seats === 0
    say({
      what: 'It is published once and whole, or not at all, and nobody has two seats',
      holds: (isPublished || isUntouched) && found.twice === 0 && found.integrity === 'ok',
      measured: JSON.stringify(found),
    })
    say({
      what: 'If it is not published, the desk has an alarm with the page on which to prepare it anew',
      holds: isPublished || alarm !== undefined,
      measured: isPublished ? 'it is published' : (alarm ?? 'nothing'),
    })
  },
})

export const release = death('at random')
export const releaseCutShort = death('before the release')
