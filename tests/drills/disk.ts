import { execFileSync } from 'node:child_process'
import { rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { command, type Drill, type Finding, folderOfDrill, get, type Running, register, start } from './portal'

const marathi = /[\u0900-\u097F]/

/** Somebody wants to register while nothing can be written, and again afterwards. */
async function refusedAndServed(
  server: Running,
  { first, spoil, mend }: { first: number; spoil(): void; mend(): void },
  say: (finding: Finding) => void,
): Promise<void> {
  const { url } = server
  const logged = server.log().length
  spoil()
  const refusals = []
  for (let n = 0; n < 3; n++) refusals.push(await register(url, first + n))
  const said = refusals.map(({ status, code, retryAfter }) => `${status} ${code} ${retryAfter}`)
  const isClear = refusals.every(({ status, code, retryAfter }) => status === 503 && code === 'not-saved' && retryAfter)
  say({
    what: 'A candidate is told that it was not saved, and when to try again',
    holds: isClear,
    measured: said.join('; '),
  })
  const page = await get(url, '/mbale/candidate/home?lang=mr')
  say({
    what: 'Pages can be read',
    holds: page.status === 200 && marathi.test(await page.text()),
    measured: String(page.status),
  })
  const ready = await get(url, '/readyz')
  say({ what: 'The portal says that it is not ready', holds: ready.status === 503, measured: await ready.text() })
  const line = /a request could not be saved: [^"]+/.exec(server.log().slice(logged))?.[0]
  say({ what: 'The log names cause and remedy', holds: line !== undefined, measured: line ?? 'nothing' })
  mend()
  let served = await register(url, first + 10)
  for (let n = 0; served.userId === null && n < 10; n++) {
    await new Promise((resolve) => setTimeout(resolve, 1000))
    served = await register(url, first + 11 + n)
  }
  say({
    what: 'Saving goes on by itself afterwards',
    holds: served.userId !== null,
    measured: `${served.status} ${served.code}`,
  })
}

/** Case 65: the disk is full, on a small disk of its own (as root), and by a limit on the size of files. */
export const disk: Drill = {
  name: 'case 65: a full disk',
  async run(say) {
    const folder = folderOfDrill()
    const isRoot = process.getuid?.() === 0
    if (isRoot) execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=256m', 'tmpfs', folder])
    try {
      command(folder, 'seed', '--candidates', '100')
      const server = await start(folder)
      const ballast = path.join(folder, 'ballast')
      if (isRoot) {
        const fill = () => {
          for (let size = 64 * 1024 * 1024; size >= 1024; ) {
            try {
              writeFileSync(ballast, Buffer.alloc(size), { flag: 'a' })
            } catch {
              size /= 4
            }
          }
        }
        await refusedAndServed(server, { first: 1, spoil: fill, mend: () => rmSync(ballast) }, say)
      } else say({ what: 'A small disk of its own', holds: true, measured: 'left out: it needs root' })
      const limit = (bytes: string) => execFileSync('prlimit', ['--pid', String(server.pid), `--fsize=${bytes}`])
      const size = statSync(path.join(folder, 'mbale', 'portal.db-wal')).size
      await refusedAndServed(
        server,
        {
          first: 100,
          spoil: () => limit(`${Math.max(4096, size)}:unlimited`),
          mend: () => limit('unlimited:unlimited'),
        },
        say,
      )
      await server.stop()
    } finally {
      if (isRoot) execFileSync('umount', ['-l', folder])
    }
  },
}
