import { expectAccessible, expectNoSidewaysScroll } from './look'
import { become } from './people'
import { expect, settingName, test } from './server'
import { sideRoad } from './settings'
import { visitorOn } from './visitor'

for (const setting of sideRoad(1)) {
  test(`one admin prepares the merit lists, and another releases them · ${settingName(setting)}`, async ({
    visit,
    ownServer,
  }) => {
    test.slow()
    const page = await visit(setting, { on: ownServer })
    const first = visitorOn(page, setting)
    const { t } = first
    await become(page, 'admin')
    await first.open('/mbale/cell/merit-lists')
    await expectNoSidewaysScroll(first, 'merit-lists')
    await expectAccessible(first, 'merit-lists')
    await first.button(t('merit:new.first')).click()

    // The page reloads while it waits; without a script, the admin follows the link.
    const waits = first.main().getByText(t('staff:refusal.second-person'))
    await expect(async () => {
      const again = first.link(t('merit:progress.again'))
      if (!first.hasScript && (await again.isVisible())) await again.click()
      await expect(waits).toBeVisible({ timeout: 1000 })
    }).toPass({ timeout: 40_000 })
    await expect(first.button(t('merit:release'))).toHaveCount(0)
    const edition = new URL(page.url()).pathname
    await expectNoSidewaysScroll(first, edition)
    await expectAccessible(first, edition)
    await expect(first.main().getByRole('row').filter({ hasText: 'ML24' }).first()).toBeVisible()

    const others = await visit(setting, { on: ownServer })
    const second = visitorOn(others, setting)
    await become(others, 'admin-2')
    await second.open(edition)
    await second.button(t('merit:release')).click()
    await expect(second.problems()).toContainText(t('merit:fault.meritChecked.required'))
    for (const box of await second.main().locator('fieldset.ticks input').all())
      if (await box.isVisible()) await box.check()
    await second.field(t('merit:release.checked')).check()
    await second.button(t('merit:release')).click()
    await expect(second.main().getByText(t('staff:release.released'), { exact: true })).toBeVisible()
  })
}
