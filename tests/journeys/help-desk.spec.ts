import { become, newMobile } from './people'
import { expect, settingName, test } from './server'
import { mainRoad } from './settings'
import { visitorOn } from './visitor'

for (const [place, setting] of mainRoad.entries()) {
  test(`a lost mobile: one person prepares the new number, another one releases it · ${settingName(setting)}`, async ({
    visit,
  }) => {
    const { page, t, ...visitor } = visitorOn(await visit(setting), setting)
    const userId = `ML241001${10 + place}`
    const number = newMobile()
    // Given somebody at the help desk who looks for a candidate
    await become(page, 'admin')
    await visitor.open('/mbale/cell/help-desk')
    await visitor.field(t('helpdesk:find.label')).fill(userId)
    await visitor.button(t('helpdesk:find.submit')).click()
    // Then they see what the candidate sees
    await expect(page).toHaveURL(new RegExp(`/help-desk/${userId}$`))
    await expect(visitor.main().getByRole('heading', { name: t('helpdesk:messages.title') })).toBeVisible()
    // When they have seen the documents, then the number is prepared, and is not theirs to release
    await visitor.field(t('helpdesk:lost.new')).fill(number)
    await visitor.field(t('helpdesk:lost.repeat')).fill(number)
    await visitor.field(t('helpdesk:lost.seen')).selectOption('passport')
    await visitor.field(t('helpdesk:lost.note')).fill('Face and name as in the photograph.')
    await visitor.button(t('helpdesk:lost.prepare')).click()
    await expect(visitor.main().getByText(t('staff:refusal.second-person'))).toBeVisible()
    await expect(visitor.button(t('helpdesk:lost.release-mobile'))).toHaveCount(0)
    // When another person looks at what waits, then they release it
    await become(page, 'admin-2')
    await visitor.open('/mbale/cell/help-desk')
    await visitor.main().getByRole('listitem').filter({ hasText: userId }).getByRole('link').click()
    await visitor.button(t('helpdesk:lost.release-mobile')).click()
    await expect(
      visitor
        .main()
        .getByRole('definition')
        .filter({ hasText: `•${number.slice(-4)}` }),
    ).toBeVisible()
  })
}
