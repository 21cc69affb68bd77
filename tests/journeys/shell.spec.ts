import type { Locator } from '@playwright/test'
import { become, personasOf } from './people'
import { desk, expect, phone, type Setting, settingName, test } from './server'
import { mainRoad, onScreen, scripted, sideRoad } from './settings'
import { visitorOn } from './visitor'

/** A sidebar as a screen reader reads it: `# Group`, followed by its lines. */
async function readMenu(menu: Locator): Promise<string[]> {
  const lines = (await menu.ariaSnapshot()).split('\n')
  return lines.flatMap((line) => {
    const title = /^- paragraph: "?(.+?)"?$/.exec(line.trim())?.[1]
    const link = /^- link "(.+?)"/.exec(line.trim())?.[1]
    return title ? [`# ${title}`] : link ? [link] : []
  })
}

const steps = [
  'Type of Candidature',
  'Type Details',
  'Category Details',
  'Qualification Details',
  'Personal Details',
  'Photo Details',
  'Documents Details',
  'Payment',
  'Print Form',
]
const application = (...lines: string[]) => ['# Application steps', 'Dashboard', ...lines]
const links = ['# Important Links', 'SMS Logs', 'Transaction Logs', 'Message Box', 'Change Password']
const inNewTab = (title: string) => `${title} (opens in a new tab)`

/** The visitor's sidebar, in the words and the order of rules §18.7 and §6.5. */
const visitors = [
  'Home',
  '# Important Links',
  '# Apply',
  'New Registration',
  'Login',
  'Forgot Password',
  'Application Fee',
  'Important Date',
  '# Results',
  'Merit Lists',
  'Provisional Merit Status',
  'Final Merit Status',
  'Allotment of CAP Round 1',
  'Allotment of CAP Round 2',
  'Allotment of CAP Round 3',
  'Institute-wise Allotment',
  '# Institutes',
  'Institute List',
  'Seat Matrix',
  'Closing Merit',
  'Chances by Round',
  'Late Returns',
  '# Help',
  'Notifications',
  'News',
  'FAQ',
  'Download',
  'FC List',
  'Verification',
  'Contact Us',
  'Privacy And Policy',
  '# Provisional Vacancy Position',
  'Institute-wise Vacancy',
]

/** The groups that open on request, with their lines. */
const folded: Record<string, string[]> = {
  'Information Brochure & GR 2024-25': [
    'Information Brochure',
    'Activity Schedule',
    'Amendment Rules A',
    'Amendment Rules B',
    'Amendment Rules C',
    'Rules 2022',
    'Rules 2021',
    'Rules 2020',
    'Rules 2019',
    'Principal Rules',
  ].map(inNewTab),
  'Login Links': [
    'ARA Home',
    'ARA Courses',
    'FC/SubFC Login',
    'Institute Login',
    'Regional Office/ARA Login',
    'SO Login',
    'Admin Login',
  ],
}

/** The diploma course puts its own lines first, and does not repeat them below. */
const ownOfDiploma = [
  'Dashboard',
  'Home',
  'New Registration',
  'Notifications',
  'Important Date',
  'Admin Login',
  'News',
  'FAQ',
  'Download',
  'FC List',
  'Contact Us',
  'Privacy And Policy',
]
const ownOf: Record<string, string[]> = { scd: ownOfDiploma }
const visitorsOf: Record<string, string[]> = {
  mbale: visitors,
  scd: [...ownOfDiploma, ...visitors.filter((line) => !ownOfDiploma.includes(line))],
}

/** The candidates' sidebars: a step appears once it is reached and can be edited, and a group once it has a line. */
const candidates: [key: string, course: string, menu: string[]][] = [
  ['new', 'mbale', [...application(...steps.slice(0, 1)), ...links]],
  ['half-filled', 'mbale', [...application(...steps.slice(0, 5)), ...links]],
  ['payment-pending', 'mbale', [...application(...steps.slice(0, 8)), ...links]],
  ['oms', 'mbale', [...application(...steps.slice(0, 8)), ...links]],
  ['marathi-e', 'mbale', [...application(...steps.slice(0, 6)), ...links]],
  ['reverted', 'mbale', [...application(...steps), ...links]],
  ['locked', 'mbale', [...application('Print Form'), ...links]],
  ['jk', 'mbale', [...application('Print Form'), ...links]],
  ['fc-confirmed', 'mbale', [...application('Print Form'), '# Print', 'Acknowledgment Receipt', ...links]],
  ['new', 'scd', [...application(...steps.slice(0, 1)), ...links]],
  ['half-filled', 'scd', [...application(...steps.slice(0, 5)), ...links]],
  ['locked', 'scd', [...application('Print Form'), ...links]],
]

const onDesk = (language: 'en' | 'mr', javaScriptEnabled = false): Setting => ({
  javaScriptEnabled,
  language,
  viewport: desk,
})

for (const [course, lines] of Object.entries(visitorsOf)) {
  test(`the visitor's sidebar is that of rules §18.7 · ${course}`, async ({ visit }) => {
    const visitor = visitorOn(await visit(onDesk('en')), onDesk('en'))
    await visitor.open('home', course)
    expect(await readMenu(visitor.menu())).toEqual(lines)
    for (const [title, inside] of Object.entries(folded)) {
      const group = visitor.menu().locator('details').filter({ hasText: title })
      await expect(group.getByRole('link')).toHaveCount(0)
      await group.locator('summary').click()
      const own = ownOf[course] ?? []
      expect(await readMenu(group)).toEqual(inside.filter((line) => !own.includes(line)))
    }
    const inMarathi = visitorOn(await visit(onDesk('mr')), onDesk('mr'))
    await inMarathi.open('home', course)
    expect(await readMenu(inMarathi.menu())).toHaveLength(lines.length)
  })
}

test('login links open in the same window, documents in another', async ({ visit }) => {
  const visitor = visitorOn(await visit(onDesk('en')), onDesk('en'))
  await visitor.open('home')
  for (const summary of await visitor.menu().locator('summary').all()) await summary.click()
  await expect(visitor.link('FC/SubFC Login')).not.toHaveAttribute('target')
  await expect(visitor.link(inNewTab('Amendment Rules A'))).toHaveAttribute('target', '_blank')
  await visitor.link('FC/SubFC Login').click()
  await expect(visitor.title()).toHaveText('FC/SubFC Login')
})

for (const course of ['mbale', 'scd']) {
  test(`the sidebar of a candidate follows their form · ${course}`, async ({ visit, server }) => {
    const known = await personasOf(server)
    const inEnglish = visitorOn(await visit(onDesk('en')), onDesk('en'))
    const inMarathi = visitorOn(await visit(onDesk('mr')), onDesk('mr'))
    for (const [key, , menu] of candidates.filter((one) => one[1] === course)) {
      await test.step(key, async () => {
        // Given a persona, the sidebar has exactly these lines below the Application ID
        const { userId } = known.find((one) => one.key === key && one.course === course)!
        for (const candidate of [inEnglish, inMarathi]) {
          await become(candidate.page, key, course)
          await candidate.open('dashboard', course)
          const [first, ...rest] = await readMenu(candidate.menu())
          expect(first).toBe(`# ${candidate.t('shell:application-id')} ${userId}`)
          if (candidate === inEnglish) expect(rest, key).toEqual(menu)
          else expect(rest, key).toHaveLength(menu.length)
        }
      })
    }
  })
}

test('on a large screen the sidebar stays, 280 wide, below a bar of at least 64', async ({ visit }) => {
  const visitor = visitorOn(await visit(onDesk('en', true)), onDesk('en', true))
  const { page } = visitor
  await visitor.open('home')
  await expect(visitor.menuButton()).toBeHidden()
  // The width includes its border: the content begins right after it.
  expect((await visitor.menu().boundingBox())?.x).toBeLessThan(280)
  expect((await visitor.main().boundingBox())?.x).toBe(280)
  expect((await page.getByRole('banner').boundingBox())?.height).toBeGreaterThanOrEqual(64)
  await expect(page.getByRole('banner')).toContainText('State Common Entrance Test Cell')
  await expect(page.getByRole('banner')).toContainText(
    'Direct Second Year (Lateral Entry) of Full-Time Postgraduate Degree in Management (MBA/MMS)',
  )
  await expect(page.getByRole('banner')).toContainText('2024-2025')
})

for (const setting of onScreen(phone, mainRoad)) {
  test(`on a phone the sidebar is a drawer · ${settingName(setting)}`, async ({ visit }) => {
    // Given a page with a closed drawer
    const visitor = visitorOn(await visit(setting), setting)
    const { page, t } = visitor
    const close = page.getByRole('link', { name: t('shell:close'), exact: true })
    await visitor.open('faq')
    await expect(visitor.menu()).toBeHidden()

    // When its button is pressed, the drawer opens; its close button closes it
    await visitor.menuButton().click()
    await expect(visitor.menu()).toBeInViewport()
    await close.click()
    await expect(visitor.menu()).toBeHidden()

    // And following a line opens that page and closes the drawer
    await visitor.menuButton().click()
    await visitor
      .menu()
      .getByRole('link', { name: t('shell:menu.news'), exact: true })
      .click()
    await expect(visitor.title()).toHaveText(t('shell:menu.news'))
    await expect(visitor.menu()).toBeHidden()

    // And so does the line of the present page
    await visitor.menuButton().click()
    await visitor
      .menu()
      .getByRole('link', { name: t('shell:menu.news'), exact: true })
      .click()
    await expect(visitor.menu()).toBeHidden()
  })
}

for (const setting of onScreen(phone, scripted(mainRoad))) {
  test(`the drawer keeps the focus, and returns it · ${settingName(setting)}`, async ({ visit }) => {
    const visitor = visitorOn(await visit(setting), setting)
    const { page, t } = visitor
    const drawer = page.getByRole('dialog', { name: t('shell:menu.open') })
    await visitor.open('home')

    // When it is opened by keyboard, the focus is inside and stays there
    await visitor.menuButton().focus()
    await page.keyboard.press('Enter')
    await expect(drawer.locator(':focus')).toHaveCount(1)
    await page.keyboard.press('Shift+Tab')
    await expect(drawer.locator(':focus')).toHaveCount(1)
    await page.keyboard.press('Tab')
    await expect(drawer.locator(':focus')).toHaveCount(1)

    // When Escape is pressed, it closes and its button has the focus again
    await page.keyboard.press('Escape')
    await expect(visitor.menu()).toBeHidden()
    await expect(visitor.menuButton()).toBeFocused()

    // And the space bar opens it like any button, and a tap beside it closes it
    await page.keyboard.press('Space')
    await expect(visitor.menu()).toBeInViewport()
    await page.mouse.click(350, 400)
    await expect(visitor.menu()).toBeHidden()
    await expect(visitor.menuButton()).toBeFocused()
  })
}

for (const setting of mainRoad) {
  test(`the profile menu links to the password page and logs out · ${settingName(setting)}`, async ({
    visit,
    server,
  }) => {
    // Given a candidate at their account menu
    const { userId } = (await personasOf(server)).find(({ key }) => key === 'half-filled')!
    const visitor = visitorOn(await visit(setting), setting)
    const { page, t } = visitor
    await become(page, 'half-filled')
    await visitor.open('dashboard')
    await expect(visitor.button(t('signedin:menu.logout'))).toBeHidden()

    // When it is opened, it names its owner and offers these entries
    await visitor.profile().click()
    const panel = page.locator('details').filter({ has: visitor.profile() })
    await expect(panel).toContainText('Rohan Suresh Kulkarni')
    await expect(panel).toContainText(userId)
    await expect(panel.getByRole('link')).toHaveText(
      (['forgot-password-auth', 'my-data', 'feedback'] as const).map((line) => t(`signedin:menu.${line}`)),
    )
    if (visitor.hasScript) {
      await page.keyboard.press('Escape')
      await expect(visitor.button(t('signedin:menu.logout'))).toBeHidden()
      await visitor.profile().click()
    }
    await panel.getByRole('link', { name: t('signedin:menu.forgot-password-auth') }).click()
    await expect(visitor.title()).toHaveText(t('signedin:menu.forgot-password-auth'))
    await expect(visitor.button(t('signedin:menu.logout'))).toBeHidden()

    // And it logs out
    await visitor.logOut()
    await expect(page).toHaveURL(/\/home$/)
    await expect(visitor.profile()).toHaveCount(0)
  })
}

for (const setting of sideRoad(1)) {
  test(`the footer shows the date and the sentence, and links to the other course · ${settingName(setting)}`, async ({
    visit,
  }) => {
    const visitor = visitorOn(await visit(setting), setting)
    const footer = visitor.page.getByRole('contentinfo')
    await visitor.open('home')
    await expect(footer).toContainText('31-03-2025')
    if (setting.language === 'en') {
      await expect(footer).toContainText('Best viewed at 1024x768 in Chrome 84, Firefox 79 and IE 11')
    }
    await expect(footer).toContainText(visitor.t('shell:footer.best-viewed'))
    await footer.locator('a[href="/scd/candidate/home"]').click()
    await expect(visitor.page).toHaveURL(/\/scd\/candidate\/home$/)
  })
}

for (const setting of mainRoad) {
  test(`a change of language keeps the page · ${settingName(setting)}`, async ({ visit }) => {
    // Given a visitor who has begun to fill in a form
    const visitor = visitorOn(await visit(setting), setting)
    const { page } = visitor
    const other = setting.language === 'en' ? 'mr' : 'en'
    const inOther = visitorOn(page, { ...setting, language: other })
    const t = inOther.t
    await visitor.open('registration')
    await visitor.field(visitor.t('registration:full-name')).fill('Vaishali Jadhav')
    await visitor.field(visitor.t('registration:state')).selectOption('GA')
    await visitor.field(visitor.t('proof:password.label')).fill('Monsoon24')

    // When they change the language
    await page
      .getByRole('navigation', { name: visitor.t('shell:language.label') })
      .getByRole('link', { name: visitor.t(`shell:language.${other}`), exact: true })
      .click()

    // Then the same page appears in that language; with a script it keeps the typed text, and a toast says so
    await expect(inOther.title()).toHaveText(t('shell:menu.registration'))
    await expect(page).toHaveURL(/\/registration(\?lang=..)?$/)
    await expect(page.locator('html')).toHaveAttribute('lang', other)
    await expect(page).toHaveTitle(new RegExp(`^${t('shell:menu.registration')} · `))
    if (visitor.hasScript) {
      await expect(inOther.toast(t('shell:language.changed'))).toBeVisible()
      await expect(inOther.field(t('registration:full-name'))).toHaveValue('Vaishali Jadhav')
      await expect(inOther.field(t('registration:state'))).toHaveValue('GA')
      await expect(inOther.field(t('proof:password.label'))).toHaveValue('Monsoon24')
    }

    // And the choice is remembered
    await inOther.open('login')
    await expect(inOther.title()).toHaveText(t('shell:menu.login'))
  })
}

test('a short page prints on one sheet', async ({ visit }) => {
  const page = await visit({ javaScriptEnabled: true, language: 'en', viewport: desk })
  await page.goto('/mbale/candidate/contactus', { waitUntil: 'networkidle' })
  const paper = (await page.pdf({ format: 'A4' })).toString('latin1')
  expect(paper.match(/\/Type \/Page\b(?!s)/g)).toHaveLength(1)
})

test('the default language is English', async ({ browser, server }) => {
  const page = await (await browser.newContext({ baseURL: server.url, locale: 'mr-IN' })).newPage()
  await page.goto('/')
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await page.context().close()
})
