import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { loadavg } from 'node:os'
import path from 'node:path'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import SqliteDatabase from 'better-sqlite3'
import { addFunctions } from '#db/client.ts'
import { withCodes } from './institute-search'
import { ownFolder } from './own-folder'
import { type Running, startProduct } from './processes'

/**
 * `npm run bench -- keystroke`: the time from a key to the picture that answers it, on the two pages of the option form, with
 * 300 answers, in a Chromium whose processor is slowed down six times. Measured by the browser's own event timing, which counts
 * in steps of 8 ms and begins at 16 ms. Targets: ≤ 50 ms. Beside the list, in the same run, a bare page of as many plain rows, of
 * which a key moves one: what the browser itself takes on this machine.
 */
const answers = 300
const slower = 6
const phone = { width: 360, height: 740 }
const base = '/mbale/candidate/option-form/'
const folder = ownFolder('keystroke')

type Timed = { keys: { name: string; duration: number; handled: number }[]; longest: number }

/** Records what each key costs, from here on. */
const watch = (page: Page) =>
  page.evaluate(() => {
    const all: Timed = { keys: [], longest: 0 }
    Object.assign(window, { timed: all })
    const events = new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as PerformanceEventTiming[]) {
        if (!/^(keydown|keypress|input|keyup)$/.test(entry.name)) continue
        const handled = entry.processingEnd - entry.processingStart
        all.keys.push({ name: entry.name, duration: entry.duration, handled })
      }
    })
    events.observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) all.longest = Math.max(all.longest, duration)
    }).observe({ type: 'longtask' })
  })

const timedIn = (page: Page) => page.evaluate(() => (window as unknown as { timed: Timed }).timed)

/** The worst time of each of these keys: a key has up to four events. */
async function timesOf(page: Page, keys: readonly string[]): Promise<{ times: number[]; longest: number }> {
  await watch(page)
  const times: number[] = []
  for (const key of keys) {
    await page.keyboard.press(key)
    await page.waitForTimeout(900)
    const { keys: events } = await timedIn(page)
    times.push(Math.max(0, ...events.splice(0).map(({ duration }) => duration)))
    await page.evaluate(() => void (window as unknown as { timed: Timed }).timed.keys.splice(0))
  }
  return { times, longest: (await timedIn(page)).longest }
}

async function slowed(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slower })
}

/** A candidate of the demo who may choose in this round, logged in. */
async function chooser(page: Page, { url }: Running): Promise<string> {
  const people = (await (await fetch(`${url}/demo/personas.json`)).json()) as Record<string, string>[]
  for (const { key, course, role } of people) {
    if (course !== 'mbale' || role !== 'candidate') continue
    await page.request.post(`${url}/demo/login`, { form: { course, key: key! }, maxRedirects: 0 })
    await page.goto(`${url}${base}select-institutes?lang=mr`)
    if (await page.locator('main [name^="code-"]').count()) return key!
  }
  throw new Error('nobody may choose')
}

async function open(browser: BrowserContext, { url }: Running, slug: string): Promise<Page> {
  const page = await browser.newPage()
  await page.goto(`${url}${base}${slug}?lang=mr`)
  await page.locator('html[data-hydrated]').waitFor({ state: 'attached' })
  await page.waitForLoadState('networkidle')
  await slowed(page)
  return page
}

/** Typing into the search of all that is on offer. */
async function searching(browser: BrowserContext, server: Running) {
  const page = await open(browser, server, 'select-institutes')
  await page.locator('main input[type=search]').focus()
  // Everything on offer is fetched once, with the first focus.
  await page.waitForLoadState('networkidle')
  await page.waitForTimeout(3000)
  const typed = await timesOf(page, [...'man', 'Backspace', 'Backspace', 'Backspace', ...'2 sc', 'Backspace'])
  await page.close()
  return typed
}

const arrowKeys = ['ArrowDown', 'ArrowDown', 'ArrowUp', 'ArrowDown', 'ArrowUp']
const farKeys = ['End', 'Home']

/** Moving a choice of a full list by keys, and typing its place. */
async function moving(browser: BrowserContext, server: Running) {
  const page = await open(browser, server, 'select-prefrence')
  const rows = await page.locator('main [data-row]').count()
  if (rows !== answers) throw new Error(`${rows} choices`)
  await page.locator('main [id^="handle-"]').nth(10).focus()
  const arrows = await timesOf(page, arrowKeys)
  const far = await timesOf(page, farKeys)
  await page.locator('main [data-row] input[inputmode=numeric]').nth(4).fill('200')
  const typed = await timesOf(page, ['Enter'])
  await page.close()
  return { arrows, far, typed }
}

/** Plain rows, each with a handle, its place and some words; keys move one as they do in the list. No styles, no library. */
const bareRows = `<!doctype html><main>${Array.from(
  { length: answers },
  (_, place) =>
    `<div><button>=</button> <input value="${place + 1}" size="3"> <b>Institute ${place} of Engineering, Nashik</b> 60 seats</div>`,
).join('')}</main><script>
const list = document.querySelector('main')
list.addEventListener('keydown', (event) => {
  const row = event.target.closest('div'), rows = [...list.children], from = rows.indexOf(row)
  const to = { ArrowUp: from - 1, ArrowDown: from + 1, Home: 0, End: rows.length - 1 }[event.key]
  if (to === undefined) return
  event.preventDefault()
  list.insertBefore(row, to > from ? rows[to].nextSibling : rows[to])
  for (const [place, one] of [...list.children].entries()) {
    if (place >= Math.min(from, to) && place <= Math.max(from, to)) one.querySelector('input').value = place + 1
  }
  event.target.focus()
})
</script>`

/** The same keys on the bare page. */
async function movingBare(browser: BrowserContext) {
  const page = await browser.newPage()
  await page.setContent(bareRows)
  await slowed(page)
  await page.locator('button').nth(10).focus()
  const arrows = await timesOf(page, arrowKeys)
  const far = await timesOf(page, farKeys)
  await page.close()
  return { arrows, far }
}

/** Fills the candidate's list with all that is on offer. */
async function fillList(page: Page, { url }: Running): Promise<void> {
  await page.goto(`${url}${base}select-institutes?lang=mr`)
  for (let at = 0; at < codes.length; at += 100) {
    const csrf = await page.locator('main input[name=_csrf]').first().inputValue()
    const ticked = codes.slice(at, at + 100).join(',')
    const answer = await page.request.post(`${url}${base}select-institutes`, {
      form: { _csrf: csrf, ticked },
      maxRedirects: 0,
    })
    if (answer.status() !== 303) throw new Error(`the list was not saved: ${answer.status()}`)
  }
}

execFileSync(process.execPath, ['scripts/serve.mjs', 'seed', '--phase', 'round-1-options', '--candidates', '300'], {
  env: { ...process.env, MODE: 'demo', DATA_DIR: folder, LOG_LEVEL: 'error' },
  stdio: ['ignore', 'ignore', 'inherit'],
})
const own = withCodes(folder, answers)
process.once('exit', () => rmSync(own, { recursive: true, force: true }))
const sqlite = addFunctions(new SqliteDatabase(path.join(own, 'mbale/portal.db')))
// What the demo's people chose is no longer on offer.
sqlite.exec('DELETE FROM option_choices; DELETE FROM starred_choices')
const codes = sqlite
  .prepare<[], string>(
    `SELECT choice_code FROM seat_matrix_courses WHERE edition_id = (SELECT max(id) FROM seat_matrix_editions)
     ORDER BY choice_code`,
  )
  .pluck()
  .all()
sqlite.close()
const server = await startProduct(own)
const program = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
})
const row = (what: string, { times, longest }: { times: number[]; longest: number }) =>
  console.log(`| ${what} | ${times.map((time) => time || '< 16').join(' · ')} ms | ${Math.round(longest)} ms |`)
try {
  const browser = await program.newContext({ viewport: phone, locale: 'mr-IN', serviceWorkers: 'block' })
  const page = await browser.newPage()
  await chooser(page, server)
  console.log(
    `| Key, ${answers} answers, processor ${slower} × slower (load ${loadavg()[0]!.toFixed(1)}) | To its picture | Longest task |`,
  )
  console.log('|---|---|---|')
  row('typed into the search of institutes', await searching(browser, server))
  await fillList(page, server)
  const { arrows, far, typed } = await moving(browser, server)
  row('an arrow moves a choice of the list', arrows)
  row('End and Home move it from end to end', far)
  row('a typed place moves it by 195', typed)
  const bare = await movingBare(browser)
  row('an arrow moves a plain row of a bare page', bare.arrows)
  row('End and Home there', bare.far)
} finally {
  await program.close()
  await server.stop()
}
