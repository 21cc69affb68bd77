import { readFileSync } from 'node:fs'
import { type Browser, expect, type Page, test } from '@playwright/test'
import { totpCode } from '../../server/features/staff/totp'
import { type LiveCell, startLiveCell } from './live-cell'

/** A made-up course year, two years ahead of the clock, so that no date of the set-up is over. */
const year = new Date().getFullYear() + 1
const onDay = (day: number, time: string) =>
  `${new Date(Date.UTC(year, 5, 1 + day)).toISOString().slice(0, 10)}T${time}`

/** An admin in a browser of their own: a first login with the one-time password, then a second factor. */
async function firstLogin(browser: Browser, cell: LiveCell, url: string, name: string): Promise<Page> {
  const oneTime = cell.oneTime.get(name)!
  const context = await browser.newContext({ baseURL: url, locale: 'en-IN' })
  const page = await context.newPage()
  await page.goto('/mbale/cell/login/admin')
  await page.getByLabel('Login name').fill(name)
  await page.getByLabel('Password', { exact: false }).first().fill(oneTime)
  await page.getByRole('button', { name: 'Log in' }).click()
  const password = `Season-Desk-${name}-27`
  await page.locator('input[name="currentPassword"]').fill(oneTime)
  await page.locator('input[name="password"]').fill(password)
  await page.locator('input[name="confirmPassword"]').fill(password)
  await page.locator('form[data-form="password"] .actions button').click()
  await page.locator('form[data-form="begin"] .actions button').click()
  const shown = await page
    .locator('form[data-form="second-factor"]')
    .locator('xpath=..')
    .locator('code')
    .first()
    .innerText()
  await page.locator('input[name="totp"]').fill(totpCode(shown.replaceAll(' ', ''), Date.now()))
  await page.locator('form[data-form="second-factor"] .actions button').click()
  await expect(page.locator('form[data-form="second-factor"]')).toHaveCount(0)
  return page
}

test('an empty live portal is set up at the desk, opened by a second person, and archived with its first candidate', async ({
  browser,
}) => {
  test.setTimeout(90_000)
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
    await asha.goto('/mbale/cell/home')
    await expect(asha).toHaveURL(/\/set-up$/)
    await setUpValues(asha)
    await setUpDates(asha)
    const bimal = await firstLogin(browser, cell, url, 'bimal')
    await bimal.goto('/mbale/cell/schedule')
    await bimal.locator('form:has(input[value="release"]) button').first().click()
    await setUpPeopleAndPlaces(asha)
    await tests(asha)
    await expect(asha.getByText('16 of 16 complete')).toBeVisible()

    // And the first admin proposes to open the portal, only the second one can
    await asha.locator('form[data-form="propose"] .actions button').click()
    await asha.goto('/mbale/cell/set-up')
    await expect(asha.locator('form[data-form="open"]')).toHaveCount(0)
    await bimal.goto('/mbale/cell/set-up')
    await bimal.locator('form[data-form="open"] .actions button').click()
    await expect(bimal.getByText('The portal is open.').first()).toBeVisible()

    // Then candidates come in: the home page has the cell's name, year and dates
    await candidate.goto('/mbale/candidate/home')
    await expect(candidate.getByText('Admissions Office of the Hills').first()).toBeVisible()
    await expect(candidate.getByText(`${year}-${year + 1}`).first()).toBeVisible()
    expect((await candidate.goto('/mbale/candidate/login'))!.status()).toBe(200)

    // When registration opens, a candidate registers with the OTP that the provider of SMS got
    const later = await cell.serve(Date.parse(`${onDay(0, '12:00')}:00+05:30`))
    await registerAs(candidate, later, cell, '9812345678')
    await expect(candidate.getByText(`HX${String(year).slice(2)}100001`).first()).toBeVisible()

    // And the operator archives the portal in one verifiable file
    expect(cell.command('archive')).toContain('Note outside of it: sha256')
  } finally {
    await cell.stop()
  }
})

/** Saves the form of a setting with some fields changed: a look first, then the agreement. */
async function save(page: Page, setting: string, fields: Readonly<Record<string, string>> = {}): Promise<void> {
  await page.goto(`/mbale/cell/settings/${setting}`)
  for (const [name, value] of Object.entries(fields)) await page.locator(`[name="${name}"]`).fill(value)
  const form = page.locator('form[data-form="propose"]')
  await form.locator('.actions button').click()
  await form.locator('button[name="confirmed"]').click()
  await expect(page.getByText('The value is set.').first()).toBeVisible()
}

async function registerAs(page: Page, url: string, { sms }: LiveCell, mobile: string): Promise<void> {
  await page.goto(`${url}/mbale/candidate/registration`)
  const password = 'Monsoon24'
  const typed = { fullName: 'Vaishali Dattatray Jadhav', email: 'vaishali@example.org', mobile, password }
  for (const [name, value] of Object.entries({ ...typed, confirmPassword: password }))
    await page.locator(`input[name="${name}"]`).fill(value)
  await page.locator('[name="state"]').selectOption('MH')
  await page.locator('[name="district"]').selectOption('MH-pune')
  await page.locator('input[name="consent"]').check()
  await page.locator('main form .actions button').first().click()
  await expect(page.locator('input[name="otp"]')).toBeVisible()
  await expect.poll(() => sms.textsTo(mobile).length).toBeGreaterThan(0)
  await page.locator('input[name="otp"]').fill(/\b\d{6}\b/.exec(sms.textsTo(mobile).at(-1)!)![0])
  await page.locator('main form:has(input[name="otp"]) .actions button').first().click()
}

async function setUpValues(page: Page): Promise<void> {
  await save(page, 'year', { academicYear: `${year}-${year + 1}`, applicationIdPrefix: 'HX' })
  await save(page, 'head', {
    nameEn: 'Admissions Office of the Hills',
    nameMr: 'डोंगरी प्रवेश कार्यालय',
    addressEn: 'Ridge Road, Satara 415001',
    addressMr: 'रिज रोड, सातारा 415001',
  })
  await save(page, 'contact', { phone: '1800 222 3333', email: 'help@hills.example.org' })
  await save(page, 'fees', { open: '900', reserved: '700' })
  for (const setting of ['acceptance-fee', 'limits', 'merit', 'certificates', 'rounds', 'own-time', 'login-links'])
    await save(page, setting)
}

async function setUpDates(page: Page): Promise<void> {
  await page.goto('/mbale/cell/schedule')
  const keys = await page
    .locator('input[name^="opens-"]')
    .evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).name.slice('opens-'.length)))
  const before = ['registration', 'scrutiny', 'certificates', 'provisional-merit', 'grievances', 'final-merit']
  for (const key of keys) {
    const place = before.indexOf(key)
    const [, round, part] = /^round-(\d)-(\w+)$/.exec(key) ?? []
    const day = round
      ? 40 + 13 * (Number(round) - 1) + { options: 0, allotment: 5, acceptance: 6, reporting: 9 }[part!]!
      : place >= 0
        ? place * 5
        : 38
    await page.locator(`[name="opens-${key}"]`).fill(onDay(day, '10:00'))
    const closes = page.locator(`[name="closes-${key}"]`)
    const length = key === 'cancellation' || key === 'late-registration' ? 60 : part === 'options' ? 3 : 2
    if (await closes.count()) await closes.fill(onDay(day + length, '17:00'))
  }
  await page.locator('button[name="intent"][value="preview"]').click()
  await page.locator('[name="reasonEn"]').fill('The dates of the new season')
  await page.locator('[name="reasonMr"]').fill('नवीन हंगामाच्या तारखा')
  await page.locator('form[data-form="prepare"] .actions button').click()
}

const staffFile = `login_name,full_name,role,centre,region,institute,active
so.hills,Meera Joshi,so,,,,yes
`
const centresFile = `code,name_en,name_mr,district,address_en,address_mr,active
FC01,"Facilitation Centre, Satara","सुविधा केंद्र, सातारा",MH-satara,"Polytechnic Campus, Satara","तंत्रनिकेतन परिसर, सातारा",yes
`

/** Reads a CSV file at the desk and applies it. */
async function importFile(page: Page, kind: string, file: string): Promise<void> {
  await page.goto(`/mbale/cell/imports/${kind}`)
  await page
    .locator('input[type="file"]')
    .setInputFiles({ name: `${kind}.csv`, mimeType: 'text/csv', buffer: Buffer.from(file) })
  await page.locator('form[data-form="read"] .actions button').click()
  await page.locator('form:has(input[value="apply"]) button').click()
  await expect(page.locator('form:has(input[value="apply"])')).toHaveCount(0)
}

async function setUpPeopleAndPlaces(page: Page): Promise<void> {
  await importFile(page, 'centres', centresFile)
  await importFile(page, 'staff', staffFile)
  // The seat matrix names the institutes; here, the example that the desk gives out.
  await page.goto('/mbale/cell/seat-matrix')
  const example = page.waitForEvent('download')
  await page.locator('form[action$="seat-matrix-sample.csv"] button').click()
  const file = await (await example).path()
  await page
    .locator('input[type="file"]')
    .setInputFiles({ name: 'matrix.csv', mimeType: 'text/csv', buffer: readFileSync(file) })
  await page.locator('form[data-form="import"] .actions button').click()
  await expect(page.locator('form[data-form="import"]')).toBeVisible()
}

async function tests(page: Page): Promise<void> {
  await page.goto('/mbale/cell/set-up')
  for (const item of ['course', 'documents', 'templates']) {
    const tick = page.locator(`form[data-form="tick-${item}"]`)
    await tick.getByRole('button').click()
    await expect(tick).toHaveCount(0)
  }
  await page.locator('input[name="mobile"]').fill('9876543210')
  await page.locator('input[name="email"]').fill('it@hills.example.org')
  for (const form of ['message', 'payment', 'backup']) {
    await page.locator(`form[data-form="${form}"] .actions button`).click()
    await expect(page.getByText('The test succeeded.').first()).toBeVisible()
    await page.goto('/mbale/cell/set-up')
  }
}
