import { execFileSync } from 'node:child_process'
import { closeSync, openSync, readdirSync, rmSync, statSync, writeFileSync, writeSync } from 'node:fs'
import path from 'node:path'
import Database from 'better-sqlite3'
import {
  command,
  type Drill,
  deskCookie,
  deskPage,
  deskPost,
  type Finding,
  folderOfDrill,
  get,
  lineWith,
  marathi,
  type Running,
  register,
  start,
} from './portal'

/** Somebody wants to register while nothing can be written, and again afterwards. */
async function refusedAndServed(
  server: Running,
  { how, first, spoil, mend }: { how: string; first: number; spoil(): void; mend(): void },
  say: (finding: Finding) => void,
): Promise<void> {
  const { url } = server
  const logged = server.log().length
  const admin = await deskCookie(url, 'admin')
  const openCheck = await deskPage(url, admin, 'health')
  spoil()
  const refusals = []
  for (let n = 0; n < 3; n++) refusals.push(await register(url, first + n))
  const said = refusals.map(({ status, code, retryAfter }) => `${status} ${code} ${retryAfter}`)
  const isClear = refusals.every(({ status, code, retryAfter }) => status === 503 && code === 'not-saved' && retryAfter)
  say({
    what: `${how}: a candidate is told that it was not saved, and when to try again`,
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
  const desk = await Promise.all((['en', 'mr'] as const).map((language) => deskPage(url, admin, 'home', language)))
  const told = /<b[^>]*>Nothing can be saved just now<\/b>.*?<\/div>|Nothing can be saved just now/.exec(desk[0]!)?.[0]
  say({
    what: 'The desk is told in both languages, and to tell the operator',
    holds: told !== undefined && desk[1]!.includes('आत्ता काहीही जतन करता येत नाही'),
    measured: /(Another program|The disk of the server)[^<]*/.exec(desk[0]!)?.[0] ?? 'nothing',
  })
  const form = await deskPost(url, admin, 'health', {
    _csrf: /name="_csrf" value="([^"]+)"/.exec(openCheck)?.[1] ?? '',
  })
  const back = await form.text()
  say({
    what: 'A form of the desk comes back and says that it was not saved',
    holds: form.status === 503 && back.includes('We could not save this just now'),
    measured: `${form.status} ${/We could not save this[^<]*/.exec(back)?.[0]}`,
  })
  const line = lineWith(server.log().slice(logged), 'could not be saved: ')
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

/** Another program that keeps the database to itself. */
function holding(folder: string): { spoil(): void; mend(): void } {
  const other = new Database(path.join(folder, 'mbale', 'portal.db'))
  return {
    spoil: () => void other.exec('BEGIN IMMEDIATE'),
    mend() {
      other.exec('ROLLBACK')
      other.close()
    },
  }
}

/** Cases 65 and 66: the disk is full, on a small disk of its own (as root), and by a limit on the size of files; another program writes. */
export const disk: Drill = {
  name: 'cases 65 and 66: a full disk, and a busy database',
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
        await refusedAndServed(
          server,
          { how: 'A small disk is full', first: 1, spoil: fill, mend: () => rmSync(ballast) },
          say,
        )
      } else say({ what: 'A small disk of its own', holds: true, measured: 'left out: it needs root' })
      const limit = (bytes: string) => execFileSync('prlimit', ['--pid', String(server.pid), `--fsize=${bytes}`])
      const size = statSync(path.join(folder, 'mbale', 'portal.db-wal')).size
      await refusedAndServed(
        server,
        {
          how: 'Files may not grow',
          first: 100,
          spoil: () => limit(`${Math.max(4096, size)}:unlimited`),
          mend: () => limit('unlimited:unlimited'),
        },
        say,
      )
      await refusedAndServed(server, { how: 'Another program writes', first: 200, ...holding(folder) }, say)
      await server.stop()
    } finally {
      if (isRoot) execFileSync('umount', ['-l', folder])
    }
  },
}

/** Whether the file system refuses to change a file with `chattr +i` that is open already. A tmpfs does not. */
function protectsOpenFiles(folder: string): boolean {
  const probe = path.join(folder, 'probe')
  const file = openSync(probe, 'w')
  try {
    execFileSync('chattr', ['+i', probe], { stdio: 'ignore' })
    writeSync(file, 'x')
    return false
  } catch {
    return true
  } finally {
    execFileSync('chattr', ['-i', probe], { stdio: 'ignore' })
    closeSync(file)
    rmSync(probe)
  }
}

/** Case 65: the disk can only be read, when the server starts and while it runs. It needs root. */
export const readOnly: Drill = {
  name: 'case 65: a disk that can only be read',
  async run(say) {
    if (process.getuid?.() !== 0)
      return say({ what: 'A read-only disk', holds: true, measured: 'left out: it needs root' })
    const folder = folderOfDrill()
    if (!protectsOpenFiles(folder))
      return say({
        what: 'A read-only disk',
        holds: false,
        measured: `${folder} cannot be made read-only under a running server: set TMPDIR to a disk`,
      })
    command(folder, 'seed', '--candidates', '100')
    const course = path.join(folder, 'mbale')
    const server = await start(folder)
    const files = () => readdirSync(course).filter((name) => name.startsWith('portal.db'))
    const lock = (how: '+i' | '-i') => execFileSync('chattr', [how, ...files()], { cwd: course })
    try {
      await refusedAndServed(
        server,
        { how: 'The files may not be changed', first: 1, spoil: () => lock('+i'), mend: () => lock('-i') },
        say,
      )
    } finally {
      lock('-i')
    }
    await server.stop()
    execFileSync('mount', ['--bind', folder, folder])
    try {
      execFileSync('mount', ['-o', 'remount,bind,ro', folder])
      const words = await start(folder).then(
        async (running) => {
          await running.stop()
          return 'it started'
        },
        (error: Error) => error.message,
      )
      say({
        what: 'It does not start on a read-only disk, and says why',
        holds: /mbale cannot be opened: the database cannot be written/.test(words) && !/\n\s+at /.test(words),
        measured: words.replace(/\s+/g, ' ').slice(0, 300),
      })
    } finally {
      execFileSync('umount', ['-l', folder])
    }
    const again = await start(folder)
    const { userId } = await register(again.url, 500)
    say({ what: 'It starts again once the disk can be written', holds: userId !== null, measured: String(userId) })
    await again.stop()
  },
}
