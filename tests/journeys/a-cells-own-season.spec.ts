import { readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import { uploadedPdfs } from '#server/domain/terms/public-pdfs.ts'
import { answersWith } from '#tests/support/answers.ts'
import { isWhole } from '#tests/support/extent.ts'
import { pdf } from '#tests/support/files.ts'
import { asha as applicant } from './applicants'
import { goOnTo } from './head-start'
import { startLiveCell } from './live-cell'
import { candidateCalls, firstLogin, type Officer, otpReader, payNewestOrder } from './live-people'
import { expect, test } from './server'
import { wordsOf } from './words'

// The longest journey: its file is named to begin first, so that it does not end alone. `npm test` takes it until the first
// login of a candidate is possible; `test:all` goes on to the archive.

/** A made-up course year, two years ahead of the clock, so that no date of the set-up is over. */
const year = new Date().getFullYear() + 1
const onDay = (day: number, time: string) =>
  `${new Date(Date.UTC(year, 5, 1 + day)).toISOString().slice(0, 10)}T${time}`

const end = isWhole ? 'admits its first candidate, and is archived' : 'and lets candidates in'
test(`an empty live portal is set up at the desk, opened by a second person, ${end}`, async ({ browser }) => {
  test.setTimeout(240_000)
  const cell = await startLiveCell()
  try {
    // Given an empty folder, two admins made from the command line, and the server in live mode
    for (const name of ['asha', 'bimal']) {
      const password = /one-time password (\S+)/.exec(cell.command('staff', '--create-admin', name))![1]!
      cell.oneTime.set(name, password)
    }
    const url = await cell.serve()
    const candidate = await (await browser.newContext({ baseURL: url, locale: 'en-IN' })).newPage()
    await candidate.goto('/mbale/candidate/home')
    await expect(candidate.getByText('have not opened yet').first()).toBeVisible()
    expect((await candidate.goto('/mbale/candidate/registration'))!.status()).toBe(403)

    // When the first admin logs in, the desk leads to the set-up
    const asha = await firstLogin(browser, cell, url, 'asha')
    const bimal = await firstLogin(browser, cell, url, 'bimal')
    for (const { page } of [asha, bimal]) await page.goto('/mbale/cell/home')
    const clicks = await counted([asha.page, bimal.page])
    await goOn(asha.page.getByRole('link', { name: 'Parts of the set-up that miss something' }))
    await expect(asha.page).toHaveURL(/\/set-up$/)
    await goOn(asha.page.getByRole('link', { name: /^Next: / }))

    // And the guide leads from each part to the next
    await setUpCell(asha.page)
    await setUpDates(asha.page)
    await home(bimal.page, 'Changes of the schedule to release')
    await goOn(bimal.page.locator('form:has(input[value="release"]) button').first())
    await goOn(asha.page.locator('form[data-form="keep-rules"] .actions button'))
    await setUpPlaces(asha.page)
    await publishSeats(bimal.page)
    await importFile(asha.page, 'staff', staffFile)
    await setUpRules(asha.page)
    await giveIds(asha.page)
    await tests(asha.page)
    await expect(asha.page.getByText('15 of 15 complete')).toBeVisible()

    // And the first admin proposes to open the portal, only the second one can
    await goOn(asha.page.locator('form[data-form="propose"] .actions button'))
    await expect(asha.page.locator('form[data-form="propose"]')).toHaveCount(0)
    await expect(asha.page.locator('form[data-form="open"]')).toHaveCount(0)
    await home(bimal.page, 'Opening of the portal to approve')
    await goOn(bimal.page.locator('form[data-form="open"] .actions button'))
    await expect(bimal.page.getByText('The portal is open.').first()).toBeVisible()
    // A file is chosen by one more press each. The download of the example is not a step of the set-up.
    const pressed = clicks() + filesChosen - 1
    expect(pressed, `${pressed} clicks from the first page of the desk to the opening`).toBeLessThanOrEqual(34)
    for (const [name, password] of await passwordsOf(asha.page)) cell.oneTime.set(name, password)

    // Then candidates come in: the home page has the cell's name, year and dates
    await candidate.goto('/mbale/candidate/home')
    await expect(candidate.getByText('Admissions Office of the Hills').first()).toBeVisible()
    await expect(candidate.getByText(`${year}-${year + 1}`).first()).toBeVisible()
    expect((await candidate.goto('/mbale/candidate/login'))!.status()).toBe(200)

    if (!isWhole) return

    // When registration opens, a candidate registers with the OTP that the provider of SMS got
    const serveOn = (day: number, time: string) => cell.serve(Date.parse(`${onDay(day, time)}:00+05:30`))
    const otp = otpReader(cell)
    await serveOn(0, '12:00')
    await registerAs(candidate, person, otp)
    await expect(candidate.getByText(person.userId).first()).toBeVisible()

    // And fills in the form, pays and submits, an officer confirms it
    const calls = candidateCalls(candidate, person, otp)
    await calls.logIn()
    const pay = () => payNewestOrder(candidate, cell)
    await goOnTo('submitted', candidate, eligible, person, otp, pay)
    await scrutinise(await firstLogin(browser, cell, url, 'so.hills', 'so'))

    // And both merit lists are prepared by one admin, released by the other, and published
    const admins = [asha, bimal] as const
    await serveOn(15, '10:30')
    for (const admin of admins) await admin.logInAgain()
    await releaseMerit(admins, 'provisional')
    await serveOn(40, '10:30')
    for (const admin of admins) await admin.logInAgain()
    await releaseMerit(admins, 'final')

    // Then the candidate confirms an option form
    await calls.logIn()
    const { version } = await calls.call('GET', 'option-form/1')
    await calls.call('PUT', 'option-form/1', { version, choices: [choiceCode] })
    await calls.call('POST', 'option-form/1/confirm', await calls.proof('confirm-options'))

    // And gets a seat in the allotment, verifies the facts, accepts it and pays the fee
    await serveOn(45, '10:30')
    for (const admin of admins) await admin.logInAgain()
    await releaseAllotment(admins)
    await calls.logIn()
    const { facts } = (await calls.call('GET', 'self-verification/1')) as { facts: { fact: string }[] }
    const correct = Object.fromEntries(facts.map(({ fact }) => [fact, 'correct']))
    const verified = { facts: correct, right: {}, ...(await calls.proof('self-verify')) }
    await calls.call('POST', 'self-verification/1', verified)
    await calls.call('POST', 'seat-acceptance/1/freeze', await calls.proof('accept-seat'))
    await calls.call('POST', 'payments', { due: 'seat-acceptance' })
    await pay()

    // And the institute sees the originals and admits the candidate
    await admit(await firstLogin(browser, cell, url, 'desk.9001', 'institute'))
    await candidate.goto('/mbale/candidate/dashboard')
    await expect(candidate.getByText(wordsOf('en')('reported:receipt')).first()).toBeVisible()

    // And the operator archives the portal in one verifiable file
    expect(cell.command('archive')).toContain('Note outside of it: sha256')
  } finally {
    await cell.stop()
  }
})

/** What the set-up reads, each chosen once: centres, seat matrix, staff, the rules together, ids of messages. */
const filesChosen = 5

/** Counts every press of a button or link on these pages from now on. */
async function counted(pages: readonly Page[]): Promise<() => number> {
  let clicks = 0
  for (const page of pages) {
    await page.exposeBinding('pressed', () => void clicks++)
    const listen = () =>
      addEventListener(
        'click',
        ({ isTrusted, detail }) => isTrusted && detail > 0 && (window as never as Pressed).pressed(),
        true,
      )
    await page.addInitScript(listen)
    await page.evaluate(listen)
  }
  return () => clicks
}
type Pressed = { pressed(): void }

/**
 * Goes by the menu to the home page, and from there to a line of what waits; again while the act of the other person, which
 * makes it wait, has not been answered yet.
 */
async function home(page: Page, line: string): Promise<void> {
  const waits = page.getByRole('link', { name: line })
  await expect(async () => {
    await page.getByRole('link', { name: 'Desk', exact: true }).first().click()
    await waits.waitFor({ timeout: 3000 })
  }).toPass()
  await goOn(waits)
}

const person = { userId: `HX${String(year).slice(2)}100001`, mobile: '9812345678', password: 'Monsoon24' }
/** Scheduled Caste, with marks that are enough for the Open category too. */
const eligible = {
  ...applicant,
  answers: answersWith(applicant.answers, { 'qualifications-details': { degreeMarks: '2480' } }),
}
/** A course of the example of a seat matrix. */
const choiceCode = '900110110'

async function registerAs(
  page: Page,
  { mobile, password }: typeof person,
  otp: (mobile: string) => Promise<string>,
): Promise<void> {
  await page.goto('/mbale/candidate/registration')
  const typed = { fullName: 'Vaishali Dattatray Jadhav', email: 'vaishali@example.org', mobile, password }
  for (const [name, value] of Object.entries({ ...typed, confirmPassword: password }))
    await page.locator(`input[name="${name}"]`).fill(value)
  await page.locator('[name="state"]').selectOption('MH')
  await page.locator('[name="district"]').selectOption('MH-pune')
  await page.locator('input[name="consent"]').check()
  await page.locator('main form .actions button').first().click()
  await expect(page.locator('input[name="otp"]')).toBeVisible()
  await page.locator('input[name="otp"]').fill(await otp(mobile))
  await page.locator('main form:has(input[name="otp"]) .actions button').first().click()
}

/** The page leads on by one filled button, and by no other than this one. */
async function expectLead(button: Locator): Promise<void> {
  await button.waitFor()
  const filled = button.page().locator('main .btn:not(.quiet, .danger)').filter({ visible: true })
  await expect(filled).toHaveCount(1)
  await expect(filled.and(button)).toHaveCount(1)
}

/** Presses the one button by which the page leads on. */
async function goOn(button: Locator): Promise<void> {
  await expectLead(button)
  await button.click()
}

/** The cell and its fees: one page. The rules stay as the season begins with them. */
async function setUpCell(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/set-up\/values$/)
  const typed = {
    'year-academicYear': `${year}-${year + 1}`,
    'year-applicationIdPrefix': 'HX',
    'head-nameEn': 'Admissions Office of the Hills',
    'head-nameMr': 'डोंगरी प्रवेश कार्यालय',
    'head-addressEn': 'Ridge Road, Satara 415001',
    'head-addressMr': 'रिज रोड, सातारा 415001',
    'contact-phone': '1800 222 3333',
    'contact-email': 'help@hills.edu.in',
    'contact-officerEmail': 'grievance@hills.edu.in',
    'fees-open': '900',
    'fees-reserved': '700',
  }
  for (const [name, value] of Object.entries(typed)) await page.locator(`[name="${name}"]`).fill(value)
  await goOn(page.locator('form[data-form="values"] .actions button'))
}

/** The rules of the menu, all files in one go. */
async function setUpRules(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/downloads$/)
  await hydrated(page)
  const buffer = await pdf()
  await page
    .locator('input[name="rules"]')
    .setInputFiles(uploadedPdfs.map((name) => ({ name, mimeType: 'application/pdf', buffer })))
  await goOn(page.locator('form[data-form="rules"] .actions button'))
}

async function setUpDates(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/schedule$/)
  await hydrated(page)
  const keys = await page
    .locator('input[name^="opens-"]')
    .evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).name.slice('opens-'.length)))
  const before = ['registration', 'scrutiny', 'certificates', 'provisional-merit', 'grievances', 'final-merit']
  for (const key of keys) {
    // Every kind of certificate is due with the others.
    const place = before.indexOf(key.replace(/^certificates-.*/, 'certificates'))
    const [, round, part] = /^round-(\d)-(\w+)$/.exec(key) ?? []
    const inRound = { options: [0, 3], allotment: [5, 5], acceptance: [5, 8], reporting: [5, 11] }[part ?? '']
    const ofRound = 40 + 13 * (Number(round) - 1)
    const [opens, closes] = inRound
      ? [ofRound + inRound[0]!, ofRound + inRound[1]!]
      : place >= 0
        ? [key === 'scrutiny' ? 0 : place * 5, place * 5 + 2]
        : [38, key === 'cancellation' || key === 'late-registration' ? 98 : 40]
    await page.locator(`[name="opens-${key}"]`).fill(onDay(opens, '10:00'))
    const closing = page.locator(`[name="closes-${key}"]`)
    if (await closing.count()) await closing.fill(onDay(closes, '17:00'))
  }
  await goOn(page.locator('button[name="intent"][value="preview"]'))
  await page.locator('[name="reasonEn"]').fill('The dates of the new season')
  await page.locator('[name="reasonMr"]').fill('नवीन हंगामाच्या तारखा')
  await goOn(page.locator('form[data-form="prepare"] .actions button'))
}

const staffFile = `login_name,full_name,role,centre,region,institute,active
so.hills,Meera Joshi,so,,,,yes
desk.9001,Farhan Shaikh,institute,,,9001,yes
`
const centresFile = `code,name_en,name_mr,district,address_en,address_mr,phone,place,directions_en,directions_mr,active
FC01,"Facilitation Centre, Satara","सुविधा केंद्र, सातारा",MH-satara,"Polytechnic Campus, Satara","तंत्रनिकेतन परिसर, सातारा",,"17.6805, 74.0183",,,yes
`

/** A script that takes over a page after a file was chosen loses it. */
const hydrated = (page: Page) => page.locator('html[data-hydrated]').waitFor({ state: 'attached' })

/** Reads a CSV file at the desk and applies it. */
async function importFile(page: Page, kind: string, file: string): Promise<void> {
  await expect(page).toHaveURL(new RegExp(`/imports/${kind}$`))
  await hydrated(page)
  await page
    .locator('input[type="file"]')
    .setInputFiles({ name: `${kind}.csv`, mimeType: 'text/csv', buffer: Buffer.from(file) })
  await goOn(page.locator('form[data-form="read"] .actions button'))
  await goOn(page.locator('form:has(input[value="apply"]) button'))
  await expect(page.locator('form:has(input[value="apply"])')).toHaveCount(0)
}

async function setUpPlaces(page: Page): Promise<void> {
  await importFile(page, 'centres', centresFile)
  // The seat matrix names the institutes; here, the example that the desk gives out.
  await expect(page).toHaveURL(/\/seat-matrix$/)
  const example = page.waitForEvent('download')
  await page.locator('form[action$="seat-matrix-sample.csv"] button').click()
  const file = await (await example).path()
  await hydrated(page)
  await page
    .locator('input[type="file"]')
    .setInputFiles({ name: 'matrix.csv', mimeType: 'text/csv', buffer: readFileSync(file) })
  await goOn(page.locator('form[data-form="import"] .actions button'))
  await expect(page).toHaveURL(/\/seat-matrix\/\d+$/)
  await goOn(page.getByRole('link', { name: 'Go on with the set-up' }))
}

/** A second admin publishes the edition. */
async function publishSeats(page: Page): Promise<void> {
  await home(page, 'Seat matrices to publish')
  await goOn(page.getByRole('link', { name: 'Look at edition 1' }))
  await goOn(page.locator('form[data-form="publish"] .actions button'))
  await expect(page.locator('form[data-form="publish"]')).toHaveCount(0)
}

/** The one-time passwords of the officers, by login name. */
async function passwordsOf(page: Page): Promise<[name: string, password: string][]> {
  await page.goto('/mbale/cell/staff')
  const passwords = page.waitForEvent('download')
  await page.locator('form[action$="one-time-passwords.csv"] button').click()
  const lines = readFileSync(await (await passwords).path(), 'utf8')
    .trim()
    .split('\r\n')
    .slice(1)
  return lines.map((line) => [line.split(',')[0]!, line.split(',').at(-1)!])
}

async function giveIds(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/imports\/message-ids$/)
  const ids = page.waitForEvent('download')
  await page.locator('form[action$="import-table.csv"] button').click()
  const table = readFileSync(await (await ids).path(), 'utf8')
    .trimEnd()
    .split(/\r\n(?=[a-z-]+,(?:en|mr),)/)
  const given = table.map((line, n) => (n === 0 ? line : `${line}1107160000${123_456_000 + n}`))
  await importFile(page, 'message-ids', given.join('\r\n'))
}

/** One press sends the messages, tries the gateway and makes a backup. */
async function tests(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/set-up$/)
  await page.locator('input[name="mobile"]').fill('9876543210')
  await page.locator('input[name="email"]').fill('it@hills.example.org')
  await goOn(page.locator('form[data-form="message"] .actions button'))
  await expect(page.getByText(/^Succeeded: Test message/).first()).toBeVisible({ timeout: 30_000 })
}

/** An officer takes the next form, accepts every fact, and confirms the form. */
async function scrutinise({ page, t, main, button, open }: Officer): Promise<void> {
  await open('/mbale/cell/scrutiny')
  await button(t('scrutiny:take-next')).click()
  await expect(button(t('scrutiny:finish'))).toBeVisible()
  for (const accepted of await main()
    .getByRole('radio', { name: t('scrutiny:verdict.accepted') })
    .all())
    await accepted.check()
  await button(t('scrutiny:finish')).click()
  const asked = page.getByRole('alert').filter({ hasText: t('scrutiny:agree.confirm') })
  await asked.getByRole('button', { name: t('scrutiny:agree.go') }).click()
  await expect(page).toHaveURL(/\/cell\/scrutiny$/)
}

/** One admin waits until a list or a run is prepared; the other ticks everything and releases it. It is published. */
async function release([first, second]: readonly [Officer, Officer]): Promise<void> {
  await expect(first.main().getByText(first.t('staff:refusal.second-person'))).toBeVisible({ timeout: 30_000 })
  await second.open(new URL(first.page.url()).pathname)
  const form = second.page.locator('form[data-form="release"]')
  for (const box of await form.locator('input[type="checkbox"]').all()) await box.check()
  await form.locator('.actions button').click()
  const published = second.main().getByText(second.t('staff:release.published'), { exact: true })
  await expect(async () => {
    await second.page.reload()
    await expect(published.first()).toBeVisible({ timeout: 1000 })
  }).toPass({ timeout: 30_000 })
}

async function releaseMerit(admins: readonly [Officer, Officer], stage: 'provisional' | 'final'): Promise<void> {
  await admins[0].open('/mbale/cell/merit-lists')
  await admins[0].page.locator(`form[data-form="${stage}"] .actions button`).click()
  await release(admins)
}

async function releaseAllotment(admins: readonly [Officer, Officer]): Promise<void> {
  await admins[0].open('/mbale/cell/allotments')
  await admins[0].page.locator('form[data-form="round-1"] .actions button').click()
  await release(admins)
}

/** An institute ticks every original of the candidate, and admits. */
async function admit({ page, t, main, button, open }: Officer): Promise<void> {
  await open(`/mbale/cell/reporting/${person.userId}`)
  const form = page.locator('form[data-form="admit"]')
  for (const box of await form.getByRole('checkbox').all()) await box.check()
  for (const seen of await form.getByRole('radio', { name: t('reporting:original.seen') }).all()) await seen.check()
  await button(t('reporting:admit.submit')).click()
  await expect(main()).toContainText(t('reporting:state.admitted'))
}
