import { readFileSync } from 'node:fs'
import { lookAt } from './look'
import { become } from './people'
import { expect, settingName, test } from './server'
import { sideRoad } from './settings'
import { visitorOn } from './visitor'

for (const setting of sideRoad(1)) {
  test(`an admin reads charts of the admissions and the tables behind them, and exports both · ${settingName(setting)}`, async ({
    visit,
  }) => {
    const visitor = visitorOn(await visit(setting), setting)
    const { page, t, main, button, open } = visitor
    async function download(name: string): Promise<string[]> {
      const [file] = await Promise.all([page.waitForEvent('download'), button(name).click()])
      return readFileSync(await file.path(), 'utf8')
        .trim()
        .split('\n')
    }

    // Given an admin on the overview
    await become(page, 'admin')
    await open('/mbale/cell/overview')
    for (const figure of ['funnel', 'backlog', 'registrations', 'payments'] as const) {
      await expect(main().getByRole('heading', { name: t(`overview:title.${figure}`) })).toBeVisible()
    }
    await lookAt(visitor, 'the overview')

    // When they open the table behind a chart, it agrees with the file
    const funnel = main()
      .getByRole('region', { name: t('overview:title.funnel') })
      .first()
    await funnel.getByText(t('overview:table')).click()
    const registered = funnel.getByRole('row').filter({ hasText: t('overview:stage.registered') })
    const shown = (await registered.getByRole('cell').first().innerText()).replace(/\D/g, '')
    const lines = await download(t('overview:download-table', { table: t('overview:title.funnel') }))
    expect(lines[1]).toContain(shown)

    // When they export the list of candidates, it has a line for each, and the log names the admin
    const candidates = await download(t('overview:candidates.download'))
    expect(candidates.length - 1).toBe(Number(shown))
    expect(candidates.join('\n')).not.toMatch(/@example|\b9\d{9}\b/)
    await open('/mbale/cell/audit')
    await expect(
      main()
        .locator('td, li, p')
        .filter({ hasText: t('staff:act.overview.candidates-exported') })
        .first(),
    ).toBeVisible()

    // And a regional office sees only its region
    await become(page, 'ro')
    await open('/mbale/cell/overview')
    const own = (await main().locator('.tiles dd').first().innerText()).replace(/\D/g, '')
    expect(Number(own)).toBeLessThan(Number(shown))
  })
}
