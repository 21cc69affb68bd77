import type { Page } from '@playwright/test'
import { inTurn } from '#tests/support/extent.ts'
import { become, moveClock, personasOf } from './people'
import { desk, expect, phone, type Setting, test } from './server'
import { visitorOn } from './visitor'

/**
 * A first visit over a poor network: the page can be read and filled in seconds before its script arrives. What is entered
 * meanwhile stays, and whatever depends on it follows.
 */

const onPhone: Setting = { javaScriptEnabled: true, language: 'mr', viewport: phone }
const onDesk: Setting = { javaScriptEnabled: true, language: 'en', viewport: desk }

/** Slows the network down to so many KB/s from now on, for a browser that has kept nothing. */
async function slowDown(page: Page, kilobytes: number): Promise<void> {
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Network.enable')
  await devTools.send('Network.setCacheDisabled', { cacheDisabled: true })
  const throughput = kilobytes * 1024
  await devTools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 300,
    downloadThroughput: throughput,
    uploadThroughput: throughput,
  })
}

/** Opens a page and returns as soon as it is painted; its script is still on the way. */
async function openEarly(page: Page, address: string): Promise<void> {
  await page.goto(address, { waitUntil: 'commit' })
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(await isHydrated(page), 'the script is still on its way').toBe(false)
  // A reload removes the mark.
  await page.evaluate(() => void Object.assign(window, { isMarked: true }))
}

const isHydrated = (page: Page) => page.evaluate(() => document.documentElement.dataset.hydrated === '1')

/** Waits for the script, and a while longer, in which a reload would happen; the page must still be the same. */
async function settle(page: Page): Promise<void> {
  await page.locator('html[data-hydrated]').waitFor({ state: 'attached' })
  await page.waitForTimeout(700)
  expect(await page.evaluate(() => 'isMarked' in window), 'the page was not reloaded').toBe(true)
}

/** What somebody enters, and what must be there in the end: the value of a field or list, or a box or circle that is chosen. */
type Entry = readonly [control: string, value: string | true]

async function enter(page: Page, entries: readonly Entry[]): Promise<void> {
  for (const [control, value] of entries) {
    const found = page.locator(control).first()
    if (value === true) await found.check()
    else if (await found.evaluate((element) => element instanceof HTMLSelectElement)) await found.selectOption(value)
    else await found.fill(value)
  }
  expect(await isHydrated(page), 'all of it was entered before the script').toBe(false)
}

async function expectKept(page: Page, entries: readonly Entry[]): Promise<void> {
  for (const [control, value] of entries) {
    const found = page.locator(control).first()
    if (value === true) await expect(found, control).toBeChecked()
    else await expect(found, control).toHaveValue(value)
  }
}

/** Enters all that before the script arrives, and looks for it afterwards. */
async function expectEarlyInputKept(page: Page, address: string, rate: number, entries: readonly Entry[]) {
  await slowDown(page, rate)
  await openEarly(page, address)
  await enter(page, entries)
  await settle(page)
  await expectKept(page, entries)
}

const pages: { name: string; setting: Setting; address: string; who?: string; entries: readonly Entry[] }[] = [
  {
    name: 'registration',
    setting: onPhone,
    address: '/mbale/candidate/registration',
    entries: [
      ['[name=fullName]', 'वैशाली जाधव'],
      ['[name=mobile]', '9812345670'],
      ['[name=state]', 'MH'],
      ['[name=district]', 'MH-pune'],
      ['[name=consent]', true],
      ['[name=password]', 'Monsoon24'],
    ],
  },
  {
    name: 'login',
    setting: onPhone,
    address: '/mbale/candidate/login',
    entries: [
      ['[name=userId]', 'ML24100007'],
      ['[name=password]', 'Demo1234'],
    ],
  },
  {
    name: 'a step',
    setting: onPhone,
    address: '/mbale/candidate/personal-details',
    who: 'half-filled',
    entries: [
      ['[name=fatherName]', 'दत्तात्रय'],
      ['[name=addressLine1]', '१२, शिवाजी रस्ता'],
      ['[name=gender][value=transgender]', true],
      ['[name=dateOfBirth-day]', '3'],
      ['[name=dateOfBirth-month]', '02'],
      ['[name=dateOfBirth-year]', '2001'],
      ['[name=state]', 'MH'],
      ['[name=district]', 'MH-yavatmal'],
    ],
  },
  {
    name: 'a form of the desk',
    setting: onDesk,
    address: '/mbale/cell/notices',
    who: 'admin',
    entries: [
      ['[name=titleEn]', 'The offices are closed on Monday'],
      ['[name=bodyMr]', 'कार्यालये सोमवारी बंद राहतील.'],
      ['[name=date]', '2024-08-20'],
    ],
  },
]

/** In KB/s: each page over one of them, every page over all of them in `test:all`. */
const rates = [30, 60, 120]

for (const [turn, { name, setting, address, who, entries }] of pages.entries()) {
  for (const rate of inTurn(rates, turn)) {
    test(`what is entered before the script arrives stays: ${name}, ${rate} KB/s`, async ({ visit }) => {
      const page = await visit(setting)
      if (who) await become(page, who)
      await expectEarlyInputKept(page, address, rate, entries)
    })
  }
}

test('what an officer judges before the script arrives stays, and the reasons for it are asked', async ({
  visit,
  ownServer,
}) => {
  const page = await visit(onDesk, { on: ownServer })
  await become(page, 'so')
  const waiting = (await personasOf(ownServer)).find(({ key, course }) => key === 'locked' && course === 'mbale')!
  const address = `/mbale/cell/scrutiny/${waiting.userId}`
  await page.goto(address)
  await page.getByRole('button', { name: visitorOn(page, onDesk).t('scrutiny:pick-up') }).click()
  const verdict = (value: string) => `[name=verdict-name][value=${value}]`
  await page.locator(verdict('accepted')).waitFor()
  await expectEarlyInputKept(page, address, 30, [
    [verdict('discrepancy'), true],
    ['[name=reason-name]', 'differs'],
    ['[name=found-name]', 'Asha R. Patil'],
    ['[name=verdict-nationality][value=accepted]', true],
  ])
  await expect(page.locator('[name=reason-name]')).toBeEnabled()
})

test('courses ticked before the script arrives are added to the option form', async ({ visit, finalMeritServer }) => {
  const visitor = visitorOn(await visit(onPhone, { on: finalMeritServer }), onPhone)
  const { page, t } = visitor
  await moveClock(finalMeritServer, '2024-08-25T11:00:00+05:30')
  await become(page, 'fc-confirmed')
  await expectEarlyInputKept(page, '/mbale/candidate/option-form/select-institutes', 60, [
    ['main li input[type=checkbox]', true],
  ])
  await visitor.button(t('options:found.add')).click()
  await expect(page.getByText(t('options:found.in-list', { place: 1 })).first()).toBeVisible()
})

test('what is typed before the script arrives is newer than the draft on the device', async ({ visit }) => {
  // Given a draft of two answers
  const page = await visit(onPhone)
  await become(page, 'half-filled')
  const address = '/mbale/candidate/personal-details'
  await page.goto(address)
  await page.locator('html[data-hydrated]').waitFor({ state: 'attached' })
  await page.locator('[name=town]').fill('सासवड')
  await page.locator('[name=addressLine1]').fill('जुना पत्ता')
  await page.waitForTimeout(600)

  // When the page is opened again and one of them is typed anew at once
  await slowDown(page, 60)
  await openEarly(page, address)
  await enter(page, [['[name=addressLine1]', 'नवा पत्ता']])
  await settle(page)

  // Then the new one stays, and the other comes from the draft
  await expectKept(page, [
    ['[name=addressLine1]', 'नवा पत्ता'],
    ['[name=town]', 'सासवड'],
  ])
})

test('Back to a step that was filled in early keeps what one chooses in lists of which one depends on another', async ({
  visit,
}) => {
  const page = await visit(onPhone)
  await become(page, 'half-filled')
  await slowDown(page, 60)
  await openEarly(page, '/mbale/candidate/personal-details')
  const entries: Entry[] = [
    ['[name=state]', 'MH'],
    ['[name=district]', 'MH-yavatmal'],
    ['[name=taluka]', 'yavatmal-ner'],
    ['[name=town]', 'मोझर'],
  ]
  await enter(page, entries)
  await page.goto('/mbale/candidate/faq', { waitUntil: 'commit' })
  await page.goBack({ waitUntil: 'commit' })
  await page.getByRole('heading', { level: 1 }).waitFor()
  await expectKept(page, entries)
  await page.locator('html[data-hydrated]').waitFor({ state: 'attached' })
  await page.waitForTimeout(700)
  await expectKept(page, entries)
})

test('Back to a form that was filled in early keeps it', async ({ visit }) => {
  const page = await visit(onDesk)
  const entries: Entry[] = [
    ['[name=fullName]', 'Vaishali Jadhav'],
    ['[name=mobile]', '9812345670'],
  ]
  await slowDown(page, 120)
  await openEarly(page, '/mbale/candidate/registration')
  await enter(page, entries)
  await page.goto('/mbale/candidate/faq')
  await page.goBack()
  await page.locator('html[data-hydrated]').waitFor({ state: 'attached' })
  await page.waitForTimeout(700)
  await expectKept(page, entries)
})
