import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type BrowserContextOptions, test as base, expect, type Page } from '@playwright/test'
import { demoMade, demoOf, type JourneyPhase } from './demos'

export type Server = {
  url: string
  /** Its data folder. */
  folder: string
  outbox(to: string): Promise<OutboxMessage[]>
  otp(to: string): Promise<string>
}
type OutboxMessage = {
  id: number
  channel: string
  to: string
  template: string
  language: string
  text: string
  otp?: string
}

/** Starts the built demo on a free port, with a data folder of its own, at this phase. */
export async function startServer(phase: JourneyPhase = 'registration'): Promise<Server & { stop(): Promise<void> }> {
  const folder = mkdtempSync(path.join(tmpdir(), 'pravesh-journey-'))
  await demoMade(phase)
  cpSync(demoOf(phase), folder, { recursive: true })
  const child: ChildProcess = spawn(process.execPath, ['scripts/serve.mjs'], {
    env: { ...process.env, MODE: 'demo', PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'error', NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const url = await new Promise<string>((resolve, reject) => {
    let printed = ''
    child.stdout!.on('data', (chunk: Buffer) => {
      printed += chunk
      const address = /(http:\/\/[^/\s]+)\/demo/.exec(printed)?.[1]
      if (address) resolve(address)
    })
    child.once('exit', (code) => reject(new Error(`the server ended (${code}): ${printed}`)))
  })
  const outbox = async (to: string) =>
    (await (await fetch(`${url}/demo/outbox.json?to=${encodeURIComponent(to)}`)).json()) as OutboxMessage[]
  return {
    url,
    folder,
    outbox,
    async otp(to) {
      const message = (await outbox(to)).find((entry) => entry.otp)
      if (!message?.otp) throw new Error(`no OTP went to ${to}`)
      return message.otp
    },
    stop: () =>
      new Promise<void>((resolve) => {
        child.removeAllListeners('exit')
        child.once('exit', () => {
          rmSync(folder, { recursive: true, force: true })
          resolve()
        })
        child.kill('SIGTERM')
      }),
  }
}

/** A way of using the portal: with or without script, in a language, on a screen. */
export type Setting = {
  javaScriptEnabled: boolean
  language: 'en' | 'mr'
  viewport: { width: number; height: number }
  /** A screen that is touched. */
  hasTouch?: boolean
}

export const phone = { width: 360, height: 740 }
export const desk = { width: 1024, height: 768 }

/** Such as `JavaScript on · Marathi · 360`. */
export const settingName = ({ javaScriptEnabled, language, viewport }: Setting): string =>
  `JavaScript ${javaScriptEnabled ? 'on' : 'off'} · ${language === 'mr' ? 'Marathi' : 'English'} · ${viewport.width}`

/** Every combination of script, language and screen. */
export const everySetting: Setting[] = [true, false].flatMap((javaScriptEnabled) =>
  (['en', 'mr'] as const).flatMap((language) =>
    [phone, desk].map((viewport) => ({ javaScriptEnabled, language, viewport })),
  ),
)

type Visit = {
  /** Console errors to ignore. */
  mayLog?: RegExp
  /** A server other than the worker's. */
  on?: Server
  /** Lets pages start the service worker, which would hide requests from `page.route`. */
  hasWorker?: true
}

/** How long, in ms, a journey may wait for its demo, beside its own time. */
const untilMade = 180_000

/** A server at this phase, for as long as it is used. */
const lent =
  (phase: JourneyPhase) =>
  // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the pattern
  async ({}, use: (server: Server) => Promise<void>) => {
    const server = await startServer(phase)
    await use(server)
    await server.stop()
  }

/** A server at this phase for all journeys of a worker, started for the first that asks. */
const shared =
  (phase: JourneyPhase) =>
  // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the pattern
  async ({}, use: (ask: () => Promise<Server>) => Promise<void>) => {
    let started: ReturnType<typeof startServer> | undefined
    await use(() => {
      started ??= startServer(phase)
      return started
    })
    await (await started)?.stop()
  }

/**
 * `server`, which `askServer` starts, is shared by all journeys of a worker, so none may move its clock; so is that of
 * `askLaterServer`, at which the seats of round 2 are accepted.
 * `ownServer` belongs to one journey, which may; `finalMeritServer` is the same with the final merit list out,
 * `allottedServer` with round 1 published, and `roundTwoServer` with the option form of round 2 open.
 * `visit` opens a page in a setting; an error on its console fails the test.
 */
export const test = base.extend<
  {
    visit(setting: Setting, how?: Visit): Promise<Page>
    server: Server
    ownServer: Server
    finalMeritServer: Server
    allottedServer: Server
    roundTwoServer: Server
  },
  { askServer(): Promise<Server>; askLaterServer(): Promise<Server> }
>({
  askServer: [shared('registration'), { scope: 'worker' }],
  askLaterServer: [shared('round-2-acceptance'), { scope: 'worker' }],
  server: [async ({ askServer }, use) => use(await askServer()), { timeout: untilMade }],
  ownServer: [lent('registration'), { timeout: untilMade }],
  finalMeritServer: [lent('final-merit'), { timeout: untilMade }],
  allottedServer: [lent('round-1-allotment'), { timeout: untilMade }],
  roundTwoServer: [lent('round-2-options'), { timeout: untilMade }],
  visit: async ({ browser, askServer }, use) => {
    const problems: string[] = []
    const contexts: { close(): Promise<void> }[] = []
    await use(async ({ language, ...setting }, { mayLog, on: asked, hasWorker } = {}) => {
      const on = asked ?? (await askServer())
      const options: BrowserContextOptions = {
        ...setting,
        baseURL: on.url,
        serviceWorkers: hasWorker ? 'allow' : 'block',
        locale: language === 'mr' ? 'mr-IN' : 'en-IN',
      }
      const context = await browser.newContext(options)
      contexts.push(context)
      await context.addCookies(
        ['mbale', 'scd'].map((slug) => ({ name: `${slug}_lang`, value: language, url: `${on.url}/${slug}/` })),
      )
      const page = await context.newPage()
      page.on('console', (message) => {
        // A refusal that the page handles (401, 422 …) is not an error, nor is a version check that ends with its page.
        if (message.type() !== 'error' || /Failed to (load resource|fetch version)/.test(message.text())) return
        if (!mayLog?.test(message.text())) problems.push(`${page.url()}: ${message.text()}`)
      })
      page.on('pageerror', (error) => problems.push(`${page.url()}: ${error}`))
      return page
    })
    for (const context of contexts) await context.close()
    expect(problems, 'errors on the console').toEqual([])
  },
})

export { expect }
