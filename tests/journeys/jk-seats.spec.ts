import { expectAccessible, expectNoSidewaysScroll } from './look'
import { become } from './people'
import { expect, settingName, test } from './server'
import { sideRoad } from './settings'
import { visitorOn } from './visitor'

for (const setting of sideRoad(2)) {
  test(`the cell enters seats for J&K migrants · ${settingName(setting)}`, async ({ visit, ownServer }) => {
    const page = await visit(setting, { on: ownServer })
    const admin = visitorOn(page, setting)
    const { t } = admin
    await become(page, 'admin')
    await admin.open('/mbale/cell/jk-seats')
    await expect(admin.main()).toContainText(t('jkseats:seats.none'))
    // When the seat matrix lacks the choice code, the field says so
    await admin.field(t('jkseats:seats.choice-code')).fill('999999999')
    await admin.field(t('jkseats:seats.count')).fill('2')
    await admin.button(t('jkseats:seats.submit')).click()
    await expect(admin.problems()).toContainText(t('jkseats:fault.jkChoiceCode.unknown'))
    await expect(admin.field(t('jkseats:seats.count'))).toHaveValue('2')
    // When it has the code, the table shows the seats with the names from the matrix
    await admin.field(t('jkseats:seats.choice-code')).fill('900110110')
    await admin.button(t('jkseats:seats.submit')).click()
    await expect(admin.main().getByRole('row').filter({ hasText: '900110110' })).toBeVisible()
    await expectNoSidewaysScroll(admin, 'jk-seats')
    await expectAccessible(admin, 'jk-seats')
    // Then the page says that no candidate can be given a seat yet
    await expect(admin.button(t('jkseats:prepare.submit'))).toHaveCount(0)
    await expect(admin.main()).toContainText(t('jkseats:refusal.jk-no-merit-list'))
  })
}
