import { lookAt } from './look'
import { become, moveClock } from './people'
import { expect, settingName, test } from './server'
import { sideRoad } from './settings'
import { visitorOn } from './visitor'

/** After the first option form has closed, before the demo's desk prepares its allotment. */
const closed = '2024-08-28T10:00:00+05:30'
/** Shortly after its scheduled publication. */
const published = '2024-08-29T17:05:00+05:30'

for (const setting of sideRoad(0)) {
  test(`one admin prepares an allotment, another releases it, and it is published on time · ${settingName(setting)}`, async ({
    visit,
    finalMeritServer,
  }) => {
    test.slow()
    const page = await visit(setting, { on: finalMeritServer })
    const first = visitorOn(page, setting)
    const { t } = first
    await moveClock(finalMeritServer, closed)

    // Given a round with closed option forms, when an admin prepares its run, another admin has to release it
    await become(page, 'admin')
    await first.open('/mbale/cell/allotments')
    await lookAt(first, 'the rounds')
    await first.button(t('allotment:round.prepare', { round: 1 })).click()
    const waits = first.main().getByText(t('staff:refusal.second-person'))
    await expect(async () => {
      // The page reloads while it waits; without a script, the admin opens it again.
      if (!first.hasScript) await page.reload()
      await expect(waits).toBeVisible({ timeout: 1000 })
    }).toPass({ timeout: 40_000 })
    await expect(first.button(t('allotment:release.submit'))).toHaveCount(0)
    const run = new URL(page.url()).pathname
    await lookAt(first, 'a run')
    const dossier = await page.request.get(`${run}/dossier/manifest.json`)
    expect(dossier.status()).toBe(200)

    // When the other admin has viewed and released it, it stays secret until its scheduled time
    const others = await visit(setting, { on: finalMeritServer })
    const second = visitorOn(others, setting)
    await become(others, 'admin-2')
    const tag = (state: string) => second.main().locator('.tag').getByText(state, { exact: true })
    await second.open(`${run}/seats`)
    await expect(second.main().getByRole('row').filter({ hasText: 'ML24' }).first()).toBeVisible()
    await lookAt(second, 'the seats of a run')
    await second.open(run)
    await second.button(t('allotment:release.submit')).click()
    await expect(second.problems()).toBeVisible()
    for (const box of await second.main().locator('fieldset.ticks .check').all()) {
      const room = await box.boundingBox()
      if (!room) continue
      expect(room.width).toBeGreaterThan(room.height)
      await box.locator('input').check()
    }
    await second.field(t('allotment:release.checked')).check()
    await second.button(t('allotment:release.submit')).click()
    await expect(tag(t('staff:release.released'))).toBeVisible()
    await first.open('institute_wise_Allotment')
    await expect(page.locator('.tasks a')).toHaveCount(0)

    // Then this run is published at that time, and no other
    await moveClock(finalMeritServer, published)
    await second.open(run)
    await expect(tag(t('staff:release.published'))).toBeVisible()
    await second.open('/mbale/cell/allotments')
    await expect(tag(t('staff:release.published'))).toHaveCount(1)
    await first.open('institute_wise_Allotment')
    await expect(page.locator('.tasks a').first()).toBeVisible()
    await become(page, 'betterment')
    await first.open('allotment')
    await expect(first.main().getByRole('link', { name: t('outcome:letter.pdf') })).toBeVisible()
  })
}
