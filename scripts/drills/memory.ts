import { rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { letIn } from './killed'
import {
  command,
  type Drill,
  deskCookie,
  deskPage,
  deskPost,
  eventually,
  folderOfDrill,
  get,
  lineWith,
  marathi,
  preloaded,
  reading,
  signIn,
  start,
} from './portal'

/**
 * While a file exists, every new thread of the server begins with nearly all of the megabytes in use that the file names,
 * and really runs out of the rest in its work. It has enough to start: V8 ends the whole process, and not only the thread,
 * if a heap is too small for the start itself, which no handler can prevent.
 */
export const starving = `import { readFileSync } from 'node:fs'
  import { createRequire, syncBuiltinESMExports } from 'node:module'
  const threads = createRequire('file:///')('node:worker_threads')
  const Real = threads.Worker
  const hoarding = 'import { getHeapStatistics as heap } from "node:v8"; globalThis.hoard = [];' +
    'const left = () => heap().heap_size_limit - heap().used_heap_size;' +
    'while (left() > 24e6) globalThis.hoard.push(Array.from({ length: 1000 }, (_, n) => n + 0.5))'
  threads.Worker = class Worker extends Real {
    constructor(file, options) {
      let most = 0
      try { most = Number(readFileSync(process.env.DRILL_MEMORY, 'utf8')) } catch {}
      const resourceLimits = { maxOldGenerationSizeMb: most }
      const execArgv = [...(options.execArgv ?? []), '--import', 'data:text/javascript,' + encodeURIComponent(hoarding)]
      super(file, most ? { ...options, resourceLimits, execArgv } : options)
    }
  }
  syncBuiltinESMExports()`

/** A thread runs out of memory: a letter, the nightly check, a merit list. The process and its pages go on. */
export const memory: Drill = {
  name: 'out of memory in a thread',
  async run(say) {
    const folder = folderOfDrill()
    const file = path.join(folder, 'poor')
    command(folder, 'seed', '--candidates', '1000')
    const isSubmitted = `EXISTS (SELECT 1 FROM applications a WHERE a.candidate_id = c.id AND a.submitted_at IS NOT NULL)`
    const [person] = letIn(folder, isSubmitted, 1)
    reading(folder, (sqlite) =>
      sqlite.exec('UPDATE applications SET confirmed_at = submitted_at WHERE submitted_at IS NOT NULL'),
    )
    writeFileSync(file, '64')
    const server = await start(folder, { ...preloaded(starving), DRILL_MEMORY: file })
    const { url, log } = server
    const { cookie } = await signIn(url, person!.userId)
    const admin = await deskCookie(url, 'admin')
    const form = (language: string) => get(url, '/mbale/candidate/print-pdf.pdf', `${cookie}; mbale_lang=${language}`)
    for (const language of ['en', 'mr']) {
      const answer = await form(language)
      const text = await answer.text()
      const said = /class="fault".*?<\/p><p>([^<]+)</s.exec(text)?.[1] ?? text.slice(0, 80)
      say({
        what: `A candidate who wants a PDF is told to come back (${language})`,
        holds:
          answer.status === 503 &&
          Number(answer.headers.get('retry-after')) > 0 &&
          marathi.test(said) === (language === 'mr'),
        measured: `${answer.status} ${said}`,
      })
    }
    const line = lineWith(log(), 'a thread ran out of memory')
    say({ what: 'The log names cause and remedy', holds: line !== undefined, measured: line ?? 'nothing' })

    await deskPost(url, admin, 'health', { intent: 'check' })
    const check = await eventually(30, async () => {
      const page = await deskPage(url, admin, 'health')
      return /could not be finished[^<]*/.exec(page)?.[0]
    })
    say({
      what: 'The desk is told that the check came to nothing',
      holds: check !== null,
      measured: check ?? 'nothing',
    })

    const list = async () => {
      const begun = await deskPost(url, admin, 'merit-lists', { stage: 'provisional' })
      const page = begun.headers.get('location')?.replace('/mbale/cell/', '')
      if (begun.status !== 303 || !page) return `not begun: ${begun.status}`
      return eventually(60, async () => {
        const state = reading(folder, (sqlite) =>
          sqlite.prepare('SELECT state FROM merit_editions ORDER BY id DESC LIMIT 1').pluck().get(),
        ) as string
        return state === 'preparing' ? null : state
      })
    }
    const failed = await list()
    const desk = await deskPage(url, admin, 'merit-lists')
    say({
      what: 'A merit list that came to nothing is not prepared',
      holds: failed !== null && failed !== 'prepared',
      measured: String(failed),
    })
    say({ what: 'The desk goes on', holds: desk.includes('<h1'), measured: `${desk.length} characters` })
    say({
      what: 'The process goes on',
      holds: (await get(url, '/healthz')).status === 200 && (await get(url, '/mbale/candidate/home')).status === 200,
      measured: `process ${server.pid}`,
    })
    rmSync(file)
    await pause(1000)
    const served = await eventually(30, async () => (await form('en')).status === 200)
    say({ what: 'With memory, the PDF is made', holds: served === true, measured: String(served) })
    const made = await list()
    say({ what: 'With memory, the merit list is prepared', holds: made === 'prepared', measured: String(made) })
    await server.stop()
  },
}
