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
    // When the seat matrix has no such choice code, that is said beside the field
    await admin.field(t('jkseats:seats.choice-code')).fill('999999999')
    await admin.field(t('jkseats:seats.count')).fill('2')
    await admin.button(t('jkseats:seats.submit')).click()
    await expect(admin.problems()).toContainText(t('jkseats:fault.jkChoiceCode.unknown'))
    await expect(admin.field(t('jkseats:seats.count'))).toHaveValue('2')
    // With one of the matrix its seats stand in the table, with the names from there
    await admin.field(t('jkseats:seats.choice-code')).fill('900110110')
    await admin.button(t('jkseats:seats.submit')).click()
    await expect(admin.main().getByRole('row').filter({ hasText: '900110110' })).toBeVisible()
    await expectNoSidewaysScroll(admin, 'jk-seats')
    await expectAccessible(admin, 'jk-seats')
    // Nobody can be seated yet, and that is said
    await admin.button(t('jkseats:prepare.submit')).click()
    await expect(admin.main()).toContainText(t('jkseats:refusal.jk-no-merit-list'))
  })
}
