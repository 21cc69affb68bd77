import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { chromium } from '@playwright/test'
import { allot } from '../../server/features/allotment/allot'
import { dossierOf } from '../../server/features/allotment/dossier'
import en from '../../server/i18n/locales/en/checking.json'
import { drawnCohort } from '../domain/allotment/engine/drawn-cohort'

/** `seconds`: from the click until the page says that the round holds. `longestTask`: of the page itself, in ms. */
type RoundCheck = { seconds: number; longestTask: number; megabytes: number }

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
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), '--disable-gpu'],
  })
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
    const begun = performance.now()
    await page.getByRole('button', { name: en['choose-go'] }).click()
    await page.getByText(en.holds).waitFor({ timeout: 120_000 })
    const seconds = (performance.now() - begun) / 1000
    const longestTask = (await page.evaluate('window.longest')) as number
    return { seconds, longestTask, megabytes: files['input.json'].length / 1024 / 1024 }
  } finally {
    await browser.close()
  }
}
