import { become, newMobile } from './people'
import { expect, settingName, test } from './server'
import { sideRoad } from './settings'
import { visitorOn } from './visitor'

for (const [place, setting] of sideRoad(0).entries()) {
  test(`one member of staff prepares a new number for a lost mobile, and another releases it · ${settingName(setting)}`, async ({
    visit,
  }) => {
    const { page, t, ...visitor } = visitorOn(await visit(setting), setting)
    const userId = `ML241001${10 + place}`
    const number = newMobile()
    // Given a member of staff at the help desk who searches for a candidate
    await become(page, 'admin')
    await visitor.open('/mbale/cell/help-desk')
    await visitor.field(t('helpdesk:find.label')).fill(userId)
    await visitor.button(t('helpdesk:find.submit')).click()
    // Then they see the candidate's view
    await expect(page).toHaveURL(new RegExp(`/help-desk/${userId}$`))
    await visitor
      .main()
      .getByRole('link', { name: t('helpdesk:tab.messages'), exact: true })
      .click()
    await expect(visitor.main().getByRole('heading', { name: t('helpdesk:messages.title') })).toBeVisible()
    await visitor
      .main()
      .getByRole('link', { name: t('helpdesk:tab.contact'), exact: true })
      .click()
    // When they have seen the documents, they prepare the number, but cannot release it
    await visitor.field(t('helpdesk:lost.new')).fill(number)
    await visitor.field(t('helpdesk:lost.repeat')).fill(number)
    await visitor.field(t('helpdesk:lost.seen')).selectOption('passport')
    await visitor.field(t('helpdesk:lost.note')).fill('Face and name as in the photograph.')
    await visitor.button(t('helpdesk:lost.prepare')).click()
    await expect(visitor.main().getByText(t('staff:refusal.second-person'))).toBeVisible()
    await expect(visitor.button(t('helpdesk:lost.release-mobile'))).toHaveCount(0)
    // When another member of staff opens the waiting request, they release it
    await become(page, 'admin-2')
    await visitor.open('/mbale/cell/help-desk')
    await visitor.main().locator('tr').filter({ hasText: userId }).getByRole('link').click()
    await visitor.link(t('helpdesk:lost.waits')).click()
    await visitor.button(t('helpdesk:lost.release-mobile')).click()
    await expect(
      visitor
        .main()
        .getByRole('definition')
        .filter({ hasText: `•${number.slice(-4)}` })
        .first(),
    ).toBeVisible()
  })
}
