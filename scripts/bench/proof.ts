import { execFileSync } from 'node:child_process'
import { cpSync, existsSync } from 'node:fs'
import { availableParallelism, cpus, loadavg } from 'node:os'
import path from 'node:path'
import { PDFDocument } from '@cantoo/pdf-lib'
import { type BrowserContext, chromium } from '@playwright/test'
import { build } from 'vite'
import { optionsOfScript } from '#scripts/options.mjs'
import en from '#server/i18n/locales/en/letters.json'
import { cookieOf } from './desk-rows'
import { median } from './open-loop'
import { ownFolder } from './own-folder'
import { startProduct } from './processes'

/**
 * `npm run bench -- proof [--data FOLDER]`: what an entry of the public log costs beside its publication, what a list of revocations costs, and with FOLDER, a demo whose round 1 is
 * accepted, how long a phone takes to check a letter without a network, at a sixth of this machine's speed.
 */
const asked = optionsOfScript({ data: { type: 'string' } }, 1).values
const ms = (value: number) => `${value.toFixed(1)} ms`
const about = `${availableParallelism()} × ${cpus()[0]?.model}, Node ${process.versions.node}, ${new Date().toISOString()}`
console.log(`${about}, load before ${loadavg()[0]!.toFixed(1)}\n\n| | Processor | By the clock |\n|---|---|---|`)

await build({ configFile: 'scripts/bench/vite.config.ts', logLevel: 'warn' })
for (const part of ['append-run', 'lists-run'])
  execFileSync(process.execPath, [`scripts/bench/dist/${part}.js`], { stdio: 'inherit' })

/** How often a letter is checked; the middle counts. */
const times = 9

async function lettersOffline(data: string): Promise<void> {
  const folder = ownFolder('proof')
  cpSync(data, folder, { recursive: true })
  const server = await startProduct(folder)
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), '--disable-gpu'],
  })
  try {
    const base = `${server.url}/mbale/candidate/`
    const letter = await fetch(`${base}allotment/letter-1.pdf`, {
      headers: { cookie: await cookieOf(server, 'auto-frozen') },
    })
    const attached = (await PDFDocument.load(await letter.arrayBuffer())).getAttachments()
    const whole = Buffer.from(attached.find(({ name }) => name === 'letter.sd-jwt')!.data).toString()
    const context = await browser.newContext({ viewport: { width: 360, height: 740 }, locale: 'en-IN' })
    const taken = await checkedOffline(context, base, `${whole.split('~').slice(0, 3).join('~')}~`)
    console.log('\n| A letter checked without a network, at a sixth of the speed | Middle | Longest |\n|---|---|---|')
    for (const [what, all] of Object.entries(taken))
      console.log(`| ${what} | ${ms(median(all))} | ${ms(Math.max(...all))} |`)
  } finally {
    await browser.close()
    await server.stop()
  }
}

/** As text, because tsx names functions by a helper that the page has not: another code in the address, and this one again, until its verdict. */
const twoMore = (code: string) => `new Promise((resolve) => {
  const begun = performance.now()
  let hasGone = false
  const look = () => {
    const isShown = document.querySelector('main .banner.ok') !== null
    if (!isShown && !hasGone) {
      hasGone = true
      location.hash = '#${code}'
    } else if (isShown && hasGone) return resolve(performance.now() - begun)
    setTimeout(look)
  }
  location.hash = '#x'
  look()
})`

/** Times in ms: from the address to the verdict with the page itself, and with the page already there. */
async function checkedOffline(context: BrowserContext, base: string, code: string) {
  const page = await context.newPage()
  const genuine = () => page.getByText(en.genuine, { exact: true }).waitFor()
  await page.addInitScript(`new MutationObserver(() => {
    if (document.querySelector('main .banner.ok')) window.verdictAt ??= performance.now()
  }).observe(document, { childList: true, subtree: true })`)
  await page.goto(`${base}check-letter?lang=en#${code}`, { waitUntil: 'networkidle' })
  await genuine()
  await page.waitForFunction(
    async () =>
      (await (await caches.open('letters /mbale/candidate/')).keys()).filter(({ url }) => /js$/.test(url)).length > 3,
  )
  await context.setOffline(true)
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 6 })
  const [opened, pasted] = [[] as number[], [] as number[]]
  for (let n = 0; n < times; n++) {
    await page.goto('about:blank')
    await page.goto(`${base}check-letter?lang=en#${code}`)
    await genuine()
    opened.push((await page.evaluate('window.verdictAt')) as number)
    pasted.push((await page.evaluate(twoMore(code))) as number)
  }
  return { 'The page opened from the QR, until its verdict': opened, 'On the open page, two letters more': pasted }
}

if (asked.data && existsSync(path.join(asked.data, 'mbale/portal.db'))) await lettersOffline(asked.data)
