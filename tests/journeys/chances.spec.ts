import type { Page } from '@playwright/test'
import { seatTypeName } from '#server/domain/terms/seat-types.ts'
import { lookAt } from './look'
import { become } from './people'
import { expect, settingName, test } from './server'
import { scripted, sideRoad } from './settings'
import { visitorOn } from './visitor'

/** The large institute of the demo: it has enough seats for a chance. */
const search = 'option-form/select-institutes?q=9001'

/** Every request that the page makes from now on. */
function requestsOf(page: Page): string[] {
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  return requests
}

for (const setting of scripted(sideRoad(0))) {
  test(`a browser works out chances itself, and refuses an altered table · ${settingName(setting)}`, async ({
    visit,
    roundTwoServer,
  }) => {
    const visitor = visitorOn(await visit(setting, { on: roundTwoServer, mayLog: /integrity/ }), setting)
    const { page, t } = visitor
    await become(page, 'unconfirmed')
    const rows = page.locator('main ul[id] > li')
    // The filters above the rows have the same words.
    const bands = rows.getByText(
      new RegExp(
        `^(${(['likely', 'possible', 'unlikely'] as const).map((band) => t(`options:chance.${band}`)).join('|')})$`,
      ),
    )

    // When somebody on the way changes one figure of the table, no chance is shown, but the figures on the page are
    await page.route('**/chances.json*', async (route) => {
      const answer = await route.fetch()
      await route.fulfill({ response: answer, body: (await answer.text()).replace(/"state":\d+/, '"state":1') })
    })
    const arrived = page.waitForResponse('**/chances.json*')
    await visitor.open(search)
    await arrived
    await visitor.ready()
    await rows.first().locator('a').click()
    await expect(page.getByText(t('options:line.closings-years'))).toBeVisible()
    await expect(bands).toHaveCount(0)

    // When it arrives as it was published, the chance is shown with its figures
    await page.unroute('**/chances.json*')
    await visitor.open(search)
    await expect(bands.first()).toBeVisible()
    const requests = requestsOf(page)
    await rows.first().locator('a').click()
    await expect(page.getByText(t('options:chance.own-state'))).toBeVisible()
    await lookAt(visitor, 'a chance and its figures')
    // The figures of all courses come at once, so that nobody learns which one was looked up
    expect(requests.filter((address) => /\d{9}|institude-list/.test(address))).toEqual([])

    // Then the method, how often it was right, and the whole table are one link away
    await page.keyboard.press('Escape')
    await visitor.link(t('options:chance.how')).click()
    await expect(visitor.title()).toHaveText(t('shell:menu.chances'))
    await visitor.ready()
    await expect(page.locator('main'), 'codes have their meaning').toContainText(
      `GOPENS ${seatTypeName('GOPENS')[setting.language]}`,
    )
    await lookAt(visitor, 'how chances are worked out')

    // A search by chance holds also where its address is opened, and its chip is in sight
    const narrow = 'option-form/select-institutes?chance=likely&order=chance&starred='
    await page.setViewportSize({ width: 360, height: 740 })
    await visitor.open(narrow)
    const likely = rows.getByText(t('options:chance.likely'), { exact: true })
    await expect
      .poll(async () => (await rows.count()) > 0 && (await likely.count()) === (await rows.count()))
      .toBe(true)
    await expect(page.getByText(t('options:search.chances-here'))).toHaveCount(0)
    const chip = page.locator('search li a[aria-current]')
    await expect(chip).toBeInViewport({ ratio: 0.9 })

    // "Back" closes the sheet of a course, with what was ticked in it, and then leaves the page
    const address = () => new URL(page.url()).pathname
    const here = address()
    await rows.first().locator('a').click()
    const sheet = page.getByRole('dialog')
    await expect(sheet).toBeVisible()
    // Meanwhile the page renews itself, and keeps what lies over it.
    const renewed = page.waitForResponse((answer) => answer.url().includes('/select-institutes'))
    await page.evaluate(() => dispatchEvent(new StorageEvent('storage', { key: 'token', newValue: null })))
    await renewed
    await expect.poll(() => page.evaluate(() => history.state?.over ?? null)).toBe(true)
    await expect(sheet).toBeVisible()
    await page.goBack()
    await expect(sheet).toHaveCount(0)
    expect(address()).toBe(here)
    // "Forward" finds no sheet, and leaves nothing that "back" would have to pass.
    const moves = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          let moves = 0
          addEventListener('popstate', () => moves++)
          history.forward()
          setTimeout(() => resolve(moves), 1000)
        }),
    )
    expect(moves, 'forward, and back again').toBe(2)
    await expect(sheet).toHaveCount(0)
    expect(address()).toBe(here)
    await rows.first().locator('a').click()
    await expect(sheet).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(sheet).toHaveCount(0)
    // Loaded again with the sheet open, the page is there without it, and "back" leaves it at once.
    await rows.first().locator('a').click()
    await expect(sheet).toBeVisible()
    await page.reload()
    await expect(rows.first()).toBeVisible()
    await expect(sheet).toHaveCount(0)
    await expect.poll(() => page.evaluate(() => history.state?.over ?? null)).toBe(null)
    await page.goBack()
    await expect(visitor.title()).toHaveText(t('shell:menu.chances'))
  })
}
