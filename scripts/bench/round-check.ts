import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { chromium } from '@playwright/test'
import { allot } from '#server/features/seats/allotment/allot.ts'
import { dossierOf } from '#server/features/seats/allotment/dossier.ts'
import en from '#server/i18n/locales/en/checking.json'
import { drawnCohort } from '#tests/domain/allotment/engine/drawn-cohort.ts'
import { processTime } from './processes'

/**
 * `seconds`: from the click until the page says that the round holds; `processor`: the browser's processor time meanwhile,
 * in seconds. `longestTask`: of the page itself, in ms.
 */
type RoundCheck = { seconds: number; processor: number; longestTask: number; megabytes: number }

/**
 * Checks a drawn round of `candidates` in Chromium, as a visitor does who has its dossier: on the page of a published
 * round, with the files chosen there.
 */
export async function roundCheck(origin: string, folder: string, candidates: number): Promise<RoundCheck> {
  const input = drawnCohort(candidates, { codes: 450, longest: 300 })
  const { files } = dossierOf(input, allot(input))
  const own = path.join(folder, 'dossier')
  mkdirSync(own)
  const paths = Object.entries(files).map(([name, bytes]) => {
    writeFileSync(path.join(own, name), bytes)
    return path.join(own, name)
  })
  const server = await chromium.launchServer({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), '--disable-gpu'],
  })
  const browser = await chromium.connect(server.wsEndpoint())
  try {
    const page = await browser.newPage()
    await page.addInitScript(`window.longest = 0
      new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) window.longest = Math.max(window.longest, duration)
      }).observe({ type: 'longtask', buffered: true })`)
    await page.goto(`${origin}/mbale/candidate/allotment/round-one/check?lang=en`, { waitUntil: 'networkidle' })
    const field = page.locator('input[type="file"]')
    if (!(await field.isVisible())) await page.locator('summary', { hasText: en.choose }).click()
    await field.setInputFiles(paths)
    await page.evaluate('window.longest = 0')
    const before = timeOfAll(server.process().pid!)
    const begun = performance.now()
    await page.getByRole('button', { name: en['choose-go'] }).click()
    await page.getByText(en.holds).waitFor({ timeout: 120_000 })
    const seconds = (performance.now() - begun) / 1000
    const processor = timeOfAll(server.process().pid!) - before
    const longestTask = (await page.evaluate('window.longest')) as number
    return { seconds, processor, longestTask, megabytes: files['input.json'].length / 1024 / 1024 }
  } finally {
    await server.close()
  }
}

/** The processor time of a process and of everything that it has started, in seconds. */
function timeOfAll(pid: number): number {
  const children = readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').trim().split(/\s+/).filter(Boolean).map(Number),
  )
  return processTime(pid) + children.reduce((sum, child) => sum + timeOfAll(child), 0)
}
