import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import { build } from 'vite'
import { type View, viewMediaType } from '#server/domain/site/view.ts'
import { candidateRoutes } from '#server/domain/terms/routes.ts'
import { commitsPerSecond } from './commits'
import { bothFolders, cookieOf, type DeskPage, deskPages, grows, growsAtFirst, startBoth } from './desk-rows'
import { loginsInFlood } from './flooded-logins'
import { pagesDuringImport } from './import-run'
import { instituteSearch } from './institute-search'
import { type Comparison, compare, type Target } from './measure'
import { pagesDuringRanking } from './merit-run'
import { meritPaper, meritSearch } from './merit-search'
import { answersDuring, medianAt, medianOf, underWay } from './open-loop'
import { chooser, letChoosersIn } from './option-lists'
import { ownFolder } from './own-folder'
import { extraMemory, peakOfArchive, residentMemory, seedProduct, startBaseline, startProduct } from './processes'
import { roundCheck } from './round-check'
import { notActed, roundPages, withRound } from './season-round'
import { letWritersIn, type Writer, writer } from './writers'

/** `refused`: the part of the requests that was refused, 0 to 1; null for a row that is not about requests. */
type Row = {
  what: string
  measured: string
  refused: number | null
  target: string
  holds: boolean | 'void'
  spread: string
}

/** A figure of those who were served says nothing if others were turned away. */
const mostRefused = 0.01

/** `npm run bench -- <word>` measures only the rows with this word in their name. */
const word = (process.argv[2] ?? '').toLowerCase()
const names = {
  start: 'Start of the built server, both portals, existing databases',
  memory: 'Resident memory 30 s after the start, no requests',
  home: 'Home page from the page cache',
  'public-pages': 'Public pages from the page cache',
  'institute-search': 'Search of institutes among 5,000 choice codes beside 100',
  script: 'First load of the home page, JavaScript compressed',
  'script-heaviest': 'First load of the heaviest public page, JavaScript compressed',
  css: 'First load of the home page, CSS',
  dashboard: 'Dashboard, signed in, rendered for each request',
  html: 'HTML of the dashboard',
  details: 'getCandidateDetails',
  step: 'Saving a step of the application',
  commits: 'Commits of the single writer, each flushed to the disk by itself',
  logins: 'Logins from other networks while one floods the hashing: the 99th percentile',
  options: 'Saving an option list of 300',
  photograph: 'Extra memory while a photograph of nearly 10 MB and 50 megapixels is taken in',
  beside: 'Dashboard at a fifth of its capacity: its median with 50 prints under way',
  brochure: 'Information brochure, the slowest of both courses and languages, from the request to its last byte',
  'beside-brochure': 'Dashboard at a fifth of its capacity: its median while the four brochures are printed',
  'round-check': "Check of a round of 30,000 candidates in a visitor's browser",
  opening: 'Opening the next form of e-scrutiny, written to the audit log each time',
  desk: 'The desk with 100,000 candidates beside 1,000',
  round: 'The desk after an allotment, with 100,000 candidates beside 1,000',
  'first-count': 'The first count after a start, with 100,000 candidates beside 1,000',
  archive: 'Extra memory of the process that archives 100,000 candidates, beside 1,000',
  ranking: 'Ranking 100,000 candidates beside a bare sort of as many arrays of five doubles',
  'pages-ranking': 'Dashboard at a steady rate: its median while the merit lists of 100,000 are prepared',
  import: 'Import of a file of 100,000 lines',
  'merit-search': 'Search in a published merit list of 100,000 beside 1,000',
  'merit-paper': 'Extra memory while a merit list of 10,000 rows is set as PDF',
  printing: 'Application forms (two pages, photograph) printed by one thread',
  allotment: 'Allotment of 100,000 candidates to 1,500 choice codes, all stages, the engine alone',
  secondRound: 'Round 2 of 100,000 candidates, 40 % with a seat that they keep, the engine alone',
  allotmentMemory: 'Allotment of 100,000 candidates: peak memory of its process',
  allotmentGrowth: 'Allotment: time per proposal at 100,000 candidates beside 10,000',
}
/** Public pages of different lengths; each is as the home page in the cache. */
const cachedPages = ['notifications', 'faq', 'importantdate', 'fclist', 'institude-list', 'accessibility', 'sitemap']

const isAsked = (...rows: (keyof typeof names)[]) => rows.some((row) => names[row].toLowerCase().includes(word))

const folder = ownFolder('bench')
const rows: Row[] = []
/** Prints the row at once, so that a later failure does not lose it. */
function add(measured: Row): void {
  const row = (measured.refused ?? 0) > mostRefused ? { ...measured, holds: false } : measured
  rows.push(row)
  console.log(lineOf(row))
}
const lineOf = ({ what, measured, refused, target, spread, holds }: Row) =>
  `| ${what} | ${measured} | ${refused === null ? '–' : `${(refused * 100).toFixed(1)} %`} | ${target} | ${spread} | ${holds === 'void' ? 'void' : holds ? 'yes' : 'NO'} |`
const percent = (part: number) => `${Math.round(part * 100)} %`
const perSecond = (speed: number) => Math.round(speed).toLocaleString('en')

/** Headers that a server sets itself, or that differ between answers. */
const ownHeaders = new Set(['content-length', 'date', 'connection', 'keep-alive', 'transfer-encoding'])
const sameHeaders = (response: Response) =>
  Object.fromEntries([...response.headers].filter(([name]) => !ownHeaders.has(name)))

function write(name: string, content: object): string {
  const file = path.join(folder, `${name}.json`)
  writeFileSync(file, JSON.stringify(content))
  return file
}

/**
 * Compares the product with a baseline; a spread over 15 % voids the figure. Returns the product's requests per second.
 */
async function ratio(what: string, atLeast: number, name: string, input: string, product: Target): Promise<number> {
  const baseline = await startBaseline(name, input)
  const probe = await fetch(baseline.url, { method: product.method ?? 'GET', headers: product.headers })
  const same = await fetch(product.url, { method: product.method ?? 'GET', headers: product.headers })
  const [expected, actual] = [await same.arrayBuffer(), await probe.arrayBuffer()]
  if (Math.abs(expected.byteLength - actual.byteLength) > 64) {
    throw new Error(`${what}: ${actual.byteLength} bytes beside ${expected.byteLength}`)
  }
  const result = await compare(product, { ...product, url: baseline.url })
  await baseline.stop()
  addRatio(what, atLeast, result)
  return result.product
}

/** The same for requests that write, without a probe, which would be one save more. */
async function compareWithBaseline(name: string, input: string, product: Target): Promise<Comparison> {
  const baseline = await startBaseline(name, input)
  const result = await compare(product, { ...product, url: baseline.url })
  await baseline.stop()
  return result
}

function addRatio(what: string, atLeast: number, { ratio, product, baseline, spread }: Comparison): void {
  add({
    what,
    measured: `${ratio.toFixed(2)} × (${perSecond(product)} / ${perSecond(baseline)} a second)`,
    // Any refusal ends the run.
    refused: 0,
    target: `≥ ${atLeast} ×`,
    holds: spread > 0.15 ? 'void' : ratio >= atLeast,
    spread: percent(spread),
  })
}

/** A JPEG of 50 megapixels and nearly 10 MB, with the grain of a camera. */
async function largePhotograph(): Promise<Buffer> {
  const [width, height] = [2040, 1530]
  const grain = sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
  const large = await grain.resize(8160, 6120).raw().toBuffer()
  for (let quality = 92; quality > 5; quality -= 4) {
    const raw = { width: 8160, height: 6120, channels: 3 } as const
    const photograph = await sharp(large, { raw }).jpeg({ quality }).toBuffer()
    if (photograph.length < 10 * 1024 * 1024) return photograph
  }
  throw new Error('no photograph below 10 MB')
}

function figure(what: string, measured: number, unit: string, most: number, refused: number | null = null): void {
  const shown = measured < 10 ? measured.toFixed(2) : measured.toFixed(1)
  add({
    what,
    measured: `${shown} ${unit}`,
    refused,
    target: `≤ ${most} ${unit}`,
    holds: measured <= most,
    spread: '–',
  })
}

await build({ configFile: 'scripts/bench/vite.config.ts', logLevel: 'warn' })

seedProduct(folder)
const writerIds = letWritersIn(folder, 40)
if (isAsked('start')) {
  const starts: number[] = []
  for (let n = 0; n < 5; n++) {
    const product = await startProduct(folder)
    starts.push(product.readyAfter / 1000)
    await product.stop()
  }
  figure(names.start, starts.sort()[2]!, 's', 1.5)
}

const product = await startProduct(folder)
if (isAsked('memory')) {
  await new Promise((resolve) => setTimeout(resolve, 30_000))
  figure(names.memory, residentMemory(product.pid), 'MB', 200)
}

// The home page from the cache, for a visitor without cookies.
const home = `${product.url}/mbale/candidate/home`
const compressed = { 'accept-encoding': 'br' }
const homePage = await fetch(home, { headers: compressed })
const html = await homePage.text()
const raw = await rawBytes(home, compressed)
if (isAsked('home'))
  await ratio(
    names.home,
    0.7,
    'home-baseline',
    write('home', { headers: sameHeaders(homePage), body: raw.toString('base64') }),
    {
      url: home,
      headers: compressed,
    },
  )
if (isAsked('public-pages')) {
  for (const page of cachedPages) {
    const url = `${product.url}/mbale/candidate/${page}`
    const answer = await fetch(url, { headers: compressed })
    const body = (await rawBytes(url, compressed)).toString('base64')
    const input = write(page, { headers: sameHeaders(answer), body })
    await ratio(`${names['public-pages']}: ${page}`, 0.7, 'home-baseline', input, { url, headers: compressed })
  }
}
const firstLoad = assetsOf(html)
if (isAsked('script')) figure(names.script, firstLoad.script / 1024, 'KB', 80)
if (isAsked('script-heaviest')) {
  let heaviest = { page: 'home', script: 0 }
  for (const [page, { audience }] of Object.entries(candidateRoutes)) {
    if (audience !== 'public' || page.includes(':')) continue
    const { script } = assetsOf(await (await fetch(`${product.url}/mbale/candidate/${page}`)).text())
    if (script > heaviest.script) heaviest = { page, script }
  }
  figure(`${names['script-heaviest']}: ${heaviest.page}`, heaviest.script / 1024, 'KB', 80)
}
if (isAsked('css')) figure(names.css, firstLoad.css / 1024, 'KB', 25)

// The dashboard of a candidate who is logged in.
const cookies = await signIn(product.url)
const dashboard = `${product.url}/mbale/candidate/dashboard`
const plain = { cookie: cookies, 'accept-encoding': 'identity' }
const page = await fetch(dashboard, { headers: plain })
const document = await page.text()
const view = (await (await fetch(dashboard, { headers: { ...plain, accept: viewMediaType } })).json()) as View
const head = /<\/title>(.*?)<\/head>/s.exec(document)![1]!
const dashboardCapacity = isAsked('dashboard', 'beside', 'beside-brochure')
  ? await ratio(
      names.dashboard,
      0.8,
      'dashboard-baseline',
      write('dashboard', { headers: sameHeaders(page), view, head }),
      {
        url: dashboard,
        headers: plain,
      },
    )
  : 0
if (isAsked('html')) figure(names.html, Buffer.byteLength(document) / 1024, 'KB', 40)

// A form of e-scrutiny that an officer opens.
if (isAsked('opening')) {
  const officer = { cookie: await cookieOf(product, 'so'), 'accept-encoding': 'identity' }
  const desk = `${product.url}/mbale/cell/scrutiny`
  const queue = await (await fetch(desk, { headers: officer })).text()
  const form = `${desk}/${/scrutiny\/([A-Z]{2}\d{8})"/.exec(queue)![1]}`
  const opened = await fetch(form, { headers: officer })
  const head = /<\/title>(.*?)<\/head>/s.exec(await opened.text())![1]!
  const view = (await (await fetch(form, { headers: { ...officer, accept: viewMediaType } })).json()) as View
  const input = write('scrutiny', { headers: sameHeaders(opened), view, head })
  await ratio(names.opening, 0.5, 'scrutiny-baseline', input, { url: form, headers: officer })
}

// What one writer can commit; there is one at a time for each course, however many processes and cores.
if (isAsked('commits')) {
  const { alone, grouped } = await commitsPerSecond(folder)
  const measured = `${perSecond(alone)} a second; ${perSecond(grouped)} where 16 saves share a flush`
  add({ what: names.commits, measured, refused: null, target: '≥ 500 a second', holds: alone >= 500, spread: '–' })
}

// The details response.
const details = `${product.url}/mbale/candidate/api/candidateLoginController/getCandidateDetails`
const token = await bearer(product.url, cookies)
const asked = { authorization: `Bearer ${token}`, 'accept-encoding': 'identity' }
const answer = await fetch(details, { method: 'POST', headers: asked })
if (isAsked('details'))
  await ratio(
    names.details,
    0.5,
    'details-baseline',
    write('details', {
      headers: sameHeaders(answer),
      body: await answer.text(),
      file: path.join(folder, 'baseline.db'),
    }),
    { url: details, method: 'POST', headers: asked },
  )

// Saving a step, by ten candidates at once; every save changes the row.
if (isAsked('step')) {
  const api = `${product.url}/mbale/candidate/api`
  const url = `${api}/application/steps/personal-details`
  const writers: Writer[] = []
  let saved: Response | null = null
  // Only candidates whom these answers fit: a birth year or a religion may contradict their earlier answers.
  for (const userId of writerIds) {
    const one = await writer(api, userId)
    await one.begin()
    const answer = await fetch(url, { method: 'PUT', headers: one.headers, body: one.next() })
    if (answer.status !== 200) continue
    saved ??= answer
    if (writers.push(one) === 10) break
  }
  if (!saved || writers.length < 10) throw new Error(`${writers.length} writers, not 10`)
  const text = await saved.text()
  const input = { headers: sameHeaders(saved), body: text, file: path.join(folder, 'baseline-steps.db') }
  const row = await compareWithBaseline('step-baseline', write('step', input), { url, method: 'PUT', writers })
  addRatio(names.step, 0.4, row)
}

// The largest photograph that the portal accepts.
if (isAsked('photograph')) {
  const [userId] = writerIds
  const api = `${product.url}/mbale/candidate/api`
  const { headers, begin, next } = await writer(api, userId!)
  await begin()
  const ready = await fetch(`${api}/application/steps/personal-details`, { method: 'PUT', headers, body: next() })
  if (ready.status !== 200) throw new Error(`the photograph is not reached: ${await ready.text()}`)
  const form = new FormData()
  form.set('kind', 'photo')
  form.set('file', new Blob([new Uint8Array(await largePhotograph())], { type: 'image/jpeg' }), 'me.jpg')
  const extra = await extraMemory(product.pid, async () => {
    const { authorization } = headers as { authorization: string }
    const taken = await fetch(`${api}/documents`, { method: 'POST', headers: { authorization }, body: form })
    if (taken.status !== 201) throw new Error(`the photograph is not taken: ${taken.status} ${await taken.text()}`)
  })
  figure(names.photograph, extra, 'MB', 200)
}

// The dashboard at a fifth of its capacity, with 50 prints in progress.
if (isAsked('beside')) {
  const steady = { url: dashboard, headers: plain }
  const rate = Math.max(1, Math.round(dashboardCapacity * 0.2))
  const form = {
    url: `${product.url}/mbale/candidate/api/printables/application-form.pdf`,
    headers: { authorization: `Bearer ${token}` },
  }
  await medianAt(steady, rate, 3)
  const quiet = await medianAt(steady, rate, 10)
  const [busy] = await underWay(form, 50, () => medianAt(steady, rate, 10))
  figure(names.beside, busy.median / quiet.median, '×', 1.5, Math.max(busy.refused, quiet.refused))
}
// Nobody has asked for a brochure before: each is printed now, one after another, by a press that has just started.
if (isAsked('brochure', 'beside-brochure')) {
  const steady = { url: dashboard, headers: plain }
  const rate = Math.max(1, Math.round(dashboardCapacity * 0.2))
  const quiet = dashboardCapacity ? await medianAt(steady, rate, 10) : null
  const seconds: number[] = []
  const printAll = async () => {
    for (const course of ['mbale', 'scd'])
      for (const language of ['mr', 'en']) {
        const begun = performance.now()
        const answer = await fetch(`${product.url}/${course}/candidate/user_manual.pdf?lang=${language}`)
        if (!answer.ok) throw new Error(`${answer.url}: ${answer.status}`)
        await answer.arrayBuffer()
        seconds.push((performance.now() - begun) / 1000)
      }
  }
  const answers = quiet ? await answersDuring(steady, rate, printAll) : await printAll()
  figure(names.brochure, Math.max(...seconds), 's', 3, 0)
  if (quiet && answers) {
    const busy = medianOf(answers)
    const what = `${names['beside-brochure']} (${seconds.map((one) => one.toFixed(1)).join(', ')} s)`
    figure(what, busy.median / quiet.median, '×', 1.5, Math.max(busy.refused, quiet.refused))
  }
}
if (isAsked('round-check')) {
  const { seconds, processor, longestTask, megabytes } = await roundCheck(product.url, folder, 30_000)
  figure(
    `${names['round-check']} (${megabytes.toFixed(0)} MB of input, ${processor.toFixed(1)} s of processor time)`,
    seconds,
    's',
    20,
  )
  figure(`${names['round-check']}: the longest task of the page meanwhile`, longestTask, 'ms', 200)
}
if (isAsked('logins')) {
  const { p99, refused, flood } = await loginsInFlood(product.url, writerIds)
  const ofFlood = `${perSecond(flood.answers)} requests of the flood, ${percent(flood.refused)} refused`
  figure(`${names.logins} (${ofFlood})`, p99 / 1000, 's', 2, refused)
}
await product.stop()

// Saving an option list, by ten candidates at once, while the option form is open.
if (isAsked('options')) {
  letChoosersIn(folder, writerIds)
  const running = await startProduct(folder)
  const api = `${running.url}/mbale/candidate/api`
  const url = `${api}/option-form/1`
  const writers = await Promise.all(writerIds.slice(0, 10).map((userId) => chooser(api, userId)))
  const [first] = writers
  await first!.begin()
  const saved = await fetch(url, { method: 'PUT', headers: first!.headers, body: first!.next() })
  const text = await saved.text()
  if (saved.status !== 200) throw new Error(`the list is not saved: ${saved.status} ${text}`)
  const input = { headers: sameHeaders(saved), body: text, file: path.join(folder, 'baseline-options.db') }
  const row = await compareWithBaseline('options-baseline', write('options', input), { url, method: 'PUT', writers })
  addRatio(names.options, 0.4, row)
  await running.stop()
}

if (isAsked('desk')) await addGrowth(names.desk, deskPages)

if (isAsked('round', 'archive', 'first-count')) {
  const { few, many } = bothFolders(folder)
  withRound(few)
  withRound(many)
}
if (isAsked('round')) await addGrowth(names.round, roundPages)
if (isAsked('first-count')) {
  addRowOf(names['first-count'], notActed, await growsAtFirst(bothFolders(folder), notActed))
}
if (isAsked('archive')) {
  const { few, many } = bothFolders(folder)
  const [small, large] = [peakOfArchive(few), peakOfArchive(many)]
  figure(`${names.archive} (${large.toFixed(0)} / ${small.toFixed(0)} MB)`, large - small, 'MB', 200)
}

if (isAsked('printing')) {
  const printing = JSON.parse(
    execFileSync(process.execPath, ['scripts/bench/dist/printing.js'], { encoding: 'utf8' }),
  ) as {
    median: number
    spread: number
  }
  add({
    what: names.printing,
    measured: `${printing.median.toFixed(1)} a second`,
    refused: null,
    target: '≥ 20 a second',
    holds: printing.spread > 0.15 ? 'void' : printing.median >= 20,
    spread: percent(printing.spread),
  })
}

if (isAsked('secondRound')) {
  const { seconds, spread, proposals, matchings } = allotmentOf(100_000, 1500, 300, 0.4)
  add({
    what: names.secondRound,
    measured: `${seconds.toFixed(2)} s (${perSecond(proposals)} proposals in ${matchings} matchings)`,
    refused: null,
    target: '≤ 5 s',
    holds: spread > 0.15 ? 'void' : seconds <= 5,
    spread: percent(spread),
  })
}

if (isAsked('allotment', 'allotmentMemory', 'allotmentGrowth')) {
  const all = allotmentOf(100_000, 1500, 300)
  // A tenth of everything: candidates, choice codes, seats and the longest list.
  const tenth = allotmentOf(10_000, 150, 30)
  const isSteady = all.spread <= 0.15 && tenth.spread <= 0.15
  add({
    what: names.allotment,
    measured: `${all.seconds.toFixed(2)} s (${perSecond(all.proposals)} proposals in ${all.matchings} matchings, ${perSecond(all.proposals / all.seconds)} a second)`,
    refused: null,
    target: '≤ 5 s',
    holds: all.spread > 0.15 ? 'void' : all.seconds <= 5,
    spread: percent(all.spread),
  })
  figure(names.allotmentMemory, all.megabytes, 'MB', 1024)
  const growth = all.seconds / all.proposals / (tenth.seconds / tenth.proposals)
  add({
    what: names.allotmentGrowth,
    measured: `${growth.toFixed(2)} ×`,
    refused: null,
    target: '≤ 1.5 ×',
    holds: isSteady ? growth <= 1.5 : 'void',
    spread: percent(Math.max(all.spread, tenth.spread)),
  })
}

if (isAsked('ranking')) {
  type Ranked = { ranking: number; sort: number; ratio: number; spread: number }
  const { tied, drawn } = JSON.parse(
    execFileSync(process.execPath, ['scripts/bench/dist/ranking.js'], { encoding: 'utf8' }),
  ) as { tied: Ranked; drawn: Ranked }
  for (const [what, { ranking, sort, ratio, spread }] of [
    ['all tied in every criterion', tied],
    ['marks as drawn', drawn],
  ] as const)
    add({
      what: `${names.ranking}: ${what}`,
      measured: `${ratio.toFixed(2)} × (${ranking.toFixed(0)} / ${sort.toFixed(0)} ms)`,
      refused: null,
      target: '≤ 3 ×',
      holds: spread > 0.15 ? 'void' : ratio <= 3,
      spread: percent(spread),
    })
}

if (isAsked('pages-ranking')) {
  const { quiet, busy, refused, seconds, ranked } = await pagesDuringRanking(folder, 100_000)
  add({
    what: names['pages-ranking'],
    measured: `${(busy / quiet).toFixed(2)} × (${busy.toFixed(1)} / ${quiet.toFixed(1)} ms; ${ranked.toLocaleString('en')} ranked in ${seconds.toFixed(0)} s)`,
    refused,
    target: '≤ 1.5 ×',
    holds: busy / quiet <= 1.5,
    spread: '–',
  })
}

if (isAsked('import'))
  for (const kind of ['staff', 'institutes'] as const) {
    const { quiet, busy, refused, longest, megabytes, seconds } = await pagesDuringImport(folder, kind, 100_000)
    const what = `${names.import}, ${kind}`
    figure(`${what}: extra memory (in ${seconds.toFixed(0)} s)`, megabytes, 'MB', 150)
    add({
      what: `${what}: the dashboard's median meanwhile`,
      measured: `${(busy / quiet).toFixed(2)} × (${busy.toFixed(1)} / ${quiet.toFixed(1)} ms; the longest ${longest.toFixed(0)} ms)`,
      refused,
      target: '≤ 1.5 ×',
      holds: busy / quiet <= 1.5,
      spread: '–',
    })
  }

if (isAsked('institute-search')) {
  for (const { what, small, large } of await instituteSearch(folder))
    add({
      what: `${names['institute-search']}: ${what}`,
      measured: `${(large / small).toFixed(2)} × (${large.toFixed(1)} / ${small.toFixed(1)} ms)`,
      refused: 0,
      target: '≤ 2 ×',
      holds: large / small <= 2,
      spread: '–',
    })
}

if (isAsked('merit-search')) {
  for (const { what, small, large } of await meritSearch(folder))
    add({
      what: `${names['merit-search']}: ${what}`,
      measured: `${(large / small).toFixed(2)} × (${large.toFixed(1)} / ${small.toFixed(1)} ms)`,
      refused: 0,
      target: '≤ 2 ×',
      holds: large / small <= 2,
      spread: '–',
    })
}

if (isAsked('merit-paper')) {
  const { megabytes, seconds } = await meritPaper(folder, 10_000)
  figure(`${names['merit-paper']} (in ${seconds.toFixed(1)} s)`, megabytes, 'MB', 150)
}

console.log('\n| Figure | Measured | Refused | Target | Spread | Holds |\n|---|---|---|---|---|---|')
for (const row of rows) console.log(lineOf(row))
process.exitCode = rows.every((row) => row.holds === true) ? 0 : 1

/** Adds a row for each page: its time with 100,000 candidates beside its time with 1,000. */
async function addGrowth(what: string, pages: typeof deskPages): Promise<void> {
  const both = await startBoth(folder)
  for (const page of pages) {
    addRowOf(what, page, await grows(both, page))
  }
  await both.stop()
}

/** The row of one page. */
function addRowOf(what: string, page: DeskPage, { small, large, ratio }: Awaited<ReturnType<typeof grows>>): void {
  add({
    what: `${what}: ${page.what}`,
    measured: `${ratio.toFixed(2)} × (${large.toFixed(1)} / ${small.toFixed(1)} ms)`,
    refused: 0,
    target: `≤ ${page.most} ×`,
    holds: ratio <= page.most,
    spread: '–',
  })
}

/** One round of the engine in a separate process. */
function allotmentOf(candidates: number, codes: number, longest: number, retained = 0) {
  const words = ['scripts/bench/dist/allotment.js', ...[candidates, codes, longest, retained].map(String)]
  return JSON.parse(execFileSync(process.execPath, words, { encoding: 'utf8' })) as {
    seconds: number
    spread: number
    proposals: number
    matchings: number
    megabytes: number
  }
}

/** The bytes as transferred; `fetch` would decompress them. */
async function rawBytes(url: string, headers: Record<string, string>): Promise<Buffer> {
  const { request } = await import('node:http')
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    request(url, { headers }, (response) => {
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => resolve(Buffer.concat(chunks)))
    })
      .on('error', reject)
      .end()
  })
}

/** The total bytes of the brotli files that the document's head loads. */
function assetsOf(page: string): { script: number; css: number } {
  const size = (file: string) => readFileSync(`dist/client${file}.br`).byteLength
  const all = (pattern: RegExp) => [...page.matchAll(pattern)].reduce((sum, match) => sum + size(match[1]!), 0)
  return {
    script: all(/<link rel="modulepreload" href="([^"]+)"/g) + all(/<script type="module" src="([^"]+)"/g),
    css: all(/<link rel="stylesheet" href="([^"]+)"/g),
  }
}

async function signIn(url: string): Promise<string> {
  const response = await fetch(`${url}/demo/login`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ course: 'mbale', key: 'half-filled' }),
  })
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}

async function bearer(url: string, cookie: string): Promise<string> {
  const response = await fetch(`${url}/mbale/candidate/api/refreshToken`, { headers: { cookie } })
  return ((await response.json()) as { data: { token: string } }).data.token
}
