// `npm run gallery`: draws every page in its states into gallery/ (ignored by git), with an index to page through while the
// rest is drawn. A state is a person in a phase of the demo, in a language, at a width. Options: --phase NAME --person KEY
// --page PATH --course SLUG --width N --lang en|mr, each may be repeated; without them everything is drawn, which takes an hour or two.
// --into FOLDER draws into another folder, which must be new.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { chromium } from '@playwright/test'
import { optionsOfScript } from './options.mjs'
import { build } from './setup.mjs'

const many = { type: 'string', multiple: true }
const asked = optionsOfScript({
  phase: many,
  person: many,
  page: many,
  course: many,
  width: many,
  lang: many,
  into: { type: 'string' },
}).values

const phases = asked.phase ?? [
  'registration',
  'scrutiny',
  'provisional-merit',
  'final-merit',
  'round-1-options',
  'round-1-allotment',
  'round-1-acceptance',
  'round-2-options',
  'round-2-acceptance',
  'round-2-reporting',
  'closed',
]
const widths = (asked.width ?? ['360', '1024']).map(Number)
const languages = asked.lang ?? ['en', 'mr']
const folder = asked.into ?? 'gallery'

build()
if (!asked.into) rmSync(folder, { recursive: true, force: true })
mkdirSync(folder)

/** A port that is free now. */
const freePort = () =>
  new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address()
      probe.close(() => resolve(port))
    })
  })

/** Ends each demo that is there: a gallery that is stopped leaves no server and no folder behind. */
const running = new Set()
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, async () => {
    await Promise.all([...running].map((stop) => stop()))
    process.exit(1)
  })
}

/** Serves a fresh demo at a phase. `stop` ends it and removes its folder. */
async function demoAt(phase) {
  const data = mkdtempSync(path.join(tmpdir(), 'pravesh-gallery-'))
  const env = { ...process.env, MODE: 'demo', NODE_ENV: 'production', DATA_DIR: data, LOG_LEVEL: 'error' }
  /** The program that fills the folder, and then the one that serves it; a signal can come during either. */
  let child
  let ended
  const begin = (settings, ...args) => {
    child = spawn(process.execPath, ['scripts/serve.mjs', ...args], settings)
    ended = new Promise((resolve) => child.once('exit', resolve))
  }
  const stop = async () => {
    child.kill()
    await ended
    rmSync(data, { recursive: true, force: true })
    running.delete(stop)
  }
  begin({ env, stdio: 'inherit' }, 'seed', '--phase', phase)
  running.add(stop)
  try {
    if ((await ended) !== 0) throw new Error(`no demo was made at ${phase}`)
    const port = await freePort()
    begin({ env: { ...env, PORT: String(port) }, stdio: ['ignore', 'ignore', 'inherit'] })
    const url = `http://127.0.0.1:${port}`
    for (let tries = 0; ; tries++) {
      if (
        await fetch(`${url}/readyz`).then(
          ({ ok }) => ok,
          () => false,
        )
      )
        break
      if (tries === 120) throw new Error(`the demo at ${phase} did not start`)
      await new Promise((resolve) => setTimeout(resolve, 500))
    }
    return { url, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** The addresses that a page links to within its portal, without queries. */
const linksOf = (page, base) =>
  page.evaluate(
    (start) =>
      Array.from(document.querySelectorAll('a[href]'))
        .map((link) => new URL(link.href))
        .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith(start))
        .map(({ pathname }) => pathname),
    base,
  )

const drawn = []
/** Screens that are the same in two states are drawn once: the hash of what `main` says, by page, language and width. */
const seen = new Set()

/** A phone's or a small desk's screen of this width. */
const sizeOf = (width) => ({ width, height: width < 600 ? 740 : 768 })

/**
 * Draws every page that a person can reach by links from the start, and returns their addresses. A person's walk leaves out
 * the pages that the visitor's walk has reached: `known`.
 */
async function walk(browser, { url, phase, person, course, language, known: open = [] }) {
  // With motion, the menu would still slide out of the picture.
  const context = await browser.newContext({ viewport: sizeOf(widths[0]), reducedMotion: 'reduce' })
  const base = `/${course}/candidate/`
  const page = await context.newPage()
  if (person) await context.request.post(`${url}/demo/login`, { data: { course, key: person }, maxRedirects: 0 })
  const waiting = [`${base}${person ? 'dashboard' : 'home'}`]
  const known = new Set([...open, ...waiting])
  const elsewhere = new Set()
  while (waiting.length) {
    const address = waiting.shift()
    const answer = await page.goto(`${url}${address}?lang=${language}`).catch(() => null)
    if (!answer?.headers()['content-type']?.includes('html')) continue
    await page
      .locator('html[data-hydrated]')
      .waitFor({ state: 'attached', timeout: 5000 })
      .catch(() => {})
    // A page that waits for a payment loads itself again, maybe just now.
    const links = await linksOf(page, base).catch(() => page.waitForLoadState().then(() => linksOf(page, base)))
    for (const next of links) {
      if (known.has(next) || /\.(pdf|csv|json|ics)$|\/(logout|file)(\/|$)/.test(next)) continue
      known.add(next)
      // Of pages that differ only in a number or code, the first is enough.
      const shape = next.replace(/\d+/g, '0')
      if (shape !== next && known.has(shape)) continue
      known.add(shape)
      waiting.push(next)
    }
    // A page that sends the visitor elsewhere is still to be seen by somebody else.
    const shown = new URL(page.url()).pathname
    if (shown !== address) {
      elsewhere.add(address)
      if (known.has(shown)) continue
      known.add(shown)
    }
    const name = shown.slice(base.length)
    if (asked.page && !asked.page.includes(name)) continue
    // A picture that loads when it comes into sight is never in sight here.
    await page.evaluate(async () => {
      const pictures = Array.from(document.images)
      for (const picture of pictures) picture.loading = 'eager'
      await Promise.all(pictures.map((picture) => picture.decode().catch(() => {})))
    })
    for (const width of widths) {
      if (widths.length > 1) await page.setViewportSize(sizeOf(width))
      // Clocks and countdowns are no difference.
      const words = (await page.locator('main').innerText()).replace(/\d{1,2}:\d\d(:\d\d)?/g, '')
      const key = createHash('sha256')
        .update(`${course} ${name} ${language} ${width} ${words}`)
        .digest('hex')
        .slice(0, 16)
      if (seen.has(key)) continue
      seen.add(key)
      await page.screenshot({ path: path.join(folder, `${key}.png`), fullPage: true })
      drawn.push({ file: `${key}.png`, page: name, course, phase, person: person ?? 'visitor', language, width })
    }
  }
  await context.close()
  return new Set([...known].filter((address) => !elsewhere.has(address)))
}

/** One page to page through the screens with the arrow keys, filtered by page, person, language and width. */
function writeIndex() {
  const list = JSON.stringify(drawn.sort((a, b) => a.page.localeCompare(b.page) || a.width - b.width))
  writeFileSync(
    path.join(folder, 'index.html'),
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>Gallery</title>
<style>body{font:16px sans-serif;margin:16px}img{border:1px solid #999;max-width:100%}nav{position:sticky;top:0;background:#fff;padding:8px 0}select,button{font:inherit}</style>
<nav><span id="by"></span> <button id="back">←</button> <button id="on">→</button> <b id="where"></b></nav><img id="screen" alt="">
<script>
const all=${list};let shown=all,at=0;const fields=['page','person','phase','language','width','course'];
const by=document.getElementById('by');
for(const f of fields){const s=document.createElement('select');s.id=f;s.append(new Option('every '+f,''));
for(const v of [...new Set(all.map(x=>String(x[f])))].sort())s.append(new Option(v,v));s.onchange=filter;by.append(s,' ')}
function filter(){shown=all.filter(x=>fields.every(f=>{const v=document.getElementById(f).value;return !v||String(x[f])===v}));at=0;show()}
function show(){const x=shown[at];document.getElementById('screen').src=x?x.file:'';
document.getElementById('where').textContent=x?(at+1)+' of '+shown.length+': '+x.page+' · '+x.person+' · '+x.phase+' · '+x.language+' · '+x.width:'nothing'}
const step=n=>{at=Math.max(0,Math.min(shown.length-1,at+n));show();scrollTo(0,0)};
document.getElementById('back').onclick=()=>step(-1);document.getElementById('on').onclick=()=>step(1);
onkeydown=e=>{if(e.key==='ArrowRight')step(1);if(e.key==='ArrowLeft')step(-1)};show()
</script></html>`,
  )
}

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  // It would end this program before the demos have ended.
  handleSIGINT: false,
  handleSIGTERM: false,
})
try {
  for (const phase of phases) {
    const demo = await demoAt(phase)
    try {
      const personas = await (await fetch(`${demo.url}/demo/personas.json`)).json()
      const people = [
        { person: null, course: 'mbale' },
        { person: null, course: 'scd' },
        ...personas.filter(({ role }) => role === 'candidate').map(({ key, course }) => ({ person: key, course })),
      ]
        .filter(({ course }) => !asked.course || asked.course.includes(course))
        .filter(({ person }) => !asked.person || asked.person.includes(person ?? 'visitor'))
      /** The addresses that the visitor's walk reached, by course. */
      const open = new Map()
      for (const who of people) {
        for (const language of languages) {
          const known = who.person ? open.get(who.course) : undefined
          const reached = await walk(browser, { url: demo.url, phase, ...who, language, known })
          if (!who.person) open.set(who.course, reached)
        }
        writeIndex()
        console.log(`${phase} · ${who.course} · ${who.person ?? 'visitor'}: ${drawn.length} screens`)
      }
    } finally {
      await demo.stop()
    }
  }
} finally {
  await browser.close()
}
console.log(`Open ${path.resolve(folder, 'index.html')}`)
