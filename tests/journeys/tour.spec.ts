import { stopNames } from '#server/demo/tour.ts'
import { lookAt } from './look'
import { expect, settingName, test } from './server'
import { sideRoad } from './settings'
import { type Visitor, visitorOn } from './visitor'

/** The button that a page wants pressed. */
const filled = ({ page }: Visitor) => page.locator('main .btn:not(.quiet):not(.danger)').first()

async function pressFilled(visitor: Visitor): Promise<void> {
  await visitor.ready()
  await filled(visitor).click()
}

type Stop = (typeof stopNames)[number]

/** Where each stop leads, and that what it promises can be done there. */
const promises: Readonly<Record<Stop, { at: RegExp; keeps(visitor: Visitor): Promise<void> }>> = {
  apply: {
    at: /\/mbale\/candidate\/dashboard$/,
    async keeps(visitor) {
      await expect(visitor.profile()).toContainText('Rohan Suresh Kulkarni')
      await pressFilled(visitor)
      await expect(visitor.page).toHaveURL(/\/personal-details$/)
    },
  },
  correct: {
    at: /\/mbale\/candidate\/dashboard$/,
    async keeps(visitor) {
      await expect(visitor.profile()).toContainText('Sneha Vijay Jadhav')
      await pressFilled(visitor)
      await expect(visitor.page).toHaveURL(/\/qualifications-details(\?|$)/)
      await expect(filled(visitor)).toBeVisible()
    },
  },
  scrutinise: {
    at: /\/mbale\/cell\/scrutiny\/ML\d+$/,
    keeps: (visitor) =>
      expect(visitor.page.getByRole('button', { name: visitor.t('scrutiny:finish') }).first()).toBeVisible(),
  },
  options: {
    at: /\/mbale\/candidate\/option-form\/select-prefrence/,
    async keeps(visitor) {
      await expect(visitor.profile()).toContainText('Sagar Balasaheb Thorat')
      await pressFilled(visitor)
      await expect(visitor.page).toHaveURL(/\/option-form\/lisitng-confirm/)
    },
  },
  refund: {
    at: /\/mbale\/candidate\/dashboard$/,
    keeps: (visitor) =>
      expect(visitor.main().getByRole('link', { name: visitor.t('application:refund.go') })).toBeVisible(),
  },
  check: {
    at: /\/mbale\/candidate\/allotment\/round-one\/check$/,
    async keeps(visitor) {
      const { t, main, button, hasScript } = visitor
      if (!hasScript) return expect(main()).toContainText(t('checking:needs-script'), { useInnerText: true })
      await visitor.ready()
      await button(t('checking:check')).click()
      await expect(main()).toContainText(t('checking:holds'), { timeout: 90_000 })
    },
  },
  release: {
    at: /\/mbale\/cell\/allotments\/\d+$/,
    async keeps(visitor) {
      const { t, button, page, main } = visitor
      await visitor.ready()
      await expect(visitor.profile()).toContainText('Rekha Sunil Thakur')
      for (const box of await main().getByRole('checkbox').all()) await box.check()
      await button(t('allotment:release.submit')).click()
      await expect(
        page
          .locator('.tag')
          .filter({ hasText: t('staff:release.released') })
          .first(),
      ).toBeVisible()
    },
  },
  seat: {
    at: /\/mbale\/candidate\/dashboard$/,
    async keeps(visitor) {
      await expect(visitor.profile()).toContainText('Shreya Madhukar Dange')
      await pressFilled(visitor)
      await expect(visitor.page).toHaveURL(/\/self-arc-home(\?|#|$)/)
    },
  },
}

for (const setting of sideRoad(0)) {
  test(`the guided tour of the demo: one press leads to each of its stops, which keep what they promise · ${settingName(setting)}`, async ({
    visit,
    roundTwoServer,
  }) => {
    test.slow()
    // Given a new demo, the tour has eight stops, and the first is marked as the next
    const visitor = visitorOn(await visit(setting, { on: roundTwoServer }), setting)
    const { page, t } = visitor
    await visitor.open(`/demo?lang=${setting.language}`)
    const stops = page.getByRole('list').filter({ has: page.getByRole('heading', { name: t('demo:stop.apply') }) })
    await expect(stops.getByRole('listitem')).toHaveCount(8)
    await lookAt(visitor, 'the front door of the demo')

    for (const [place, name] of stopNames.entries()) {
      await test.step(name, async () => {
        await visitor.open('/demo')
        const stop = stops.getByRole('listitem').nth(place)
        await expect(stop).toContainText(t(`demo:stop.${name}`))
        await expect(page.locator('main .card.next h3')).toHaveText(t(`demo:stop.${name}`))
        await expect(stops.getByText(t('demo:tour.seen'), { exact: true })).toHaveCount(place)
        // When its button is pressed, the right person is at the right page, which says what to do
        await stop.getByRole('button').click({ timeout: 120_000 })
        await expect(page).toHaveURL(promises[name].at, { timeout: 120_000 })
        await expect(visitor.main()).toContainText(t(`demo:flash.${name}`))
        await expect(page.locator('html')).toHaveAttribute('lang', setting.language)
        await promises[name].keeps(visitor)
      })
    }

    // And all are seen, in this browser
    await visitor.open('/demo')
    await expect(stops.getByText(t('demo:tour.seen'), { exact: true })).toHaveCount(8)
    await expect(visitor.main()).toContainText(t('demo:tour.all'))
  })
}
