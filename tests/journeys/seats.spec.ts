import { seatMatrixCsv } from '#server/features/seats/seat-matrix/published.ts'
import { sampleCourses } from '#server/features/seats/seat-matrix/sample.ts'
import { become } from './people'
import { expect, settingName, test } from './server'
import { sideRoad } from './settings'
import { visitorOn } from './visitor'

const sample = [...seatMatrixCsv(sampleCourses)].join('')
const file = (text: string) => ({ name: 'seats.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
const institute = sampleCourses[0]!.institute

for (const setting of sideRoad(0)) {
  test(`a visitor finds an institute and reads its seats · ${settingName(setting)}`, async ({ visit }) => {
    const visitor = visitorOn(await visit(setting), setting)
    const { t } = visitor
    // Given the list of institutes, in pages
    await visitor.open('institude-list')
    await expect(visitor.main()).toContainText(t('institutes:found', { count: 40 }))
    await visitor.link(t('shell:pager.next')).click()
    await expect(visitor.main()).toContainText(t('shell:pager.page-of', { page: 2, pages: 2 }))
    // When they search for a code and a seat type
    await visitor.field(t('seatlists:search.q')).fill('9001')
    await visitor.main().locator('summary').click()
    await visitor.field(t('seatlists:search.seatType')).selectOption('ORPHAN')
    await visitor.button(t('shell:form.search')).click()
    await expect(visitor.main()).toContainText(t('institutes:found', { count: 1 }))
    // Then the page of the institute gives the number of seats of each type
    await visitor.main().locator('li a[href$="/institude-list/9001"]').click()
    await expect(visitor.main().getByRole('rowheader', { name: 'ORPHAN' })).toBeVisible()
    await expect(visitor.main()).toContainText(t('institutes:waiver'))
  })
}

for (const setting of sideRoad(1)) {
  test(`an admin corrects and explains a file of seats, and another publishes it · ${settingName(setting)}`, async ({
    visit,
    ownServer,
  }) => {
    const page = await visit(setting, { on: ownServer })
    const admin = visitorOn(page, setting)
    const { t } = admin
    await become(page, 'admin')
    await admin.open('/mbale/cell/seat-matrix')
    // Given a file with an unreadable line, its line number is reported
    const choose = () => admin.main().locator('input[type=file]')
    await choose().setInputFiles(file(sample.replace(',GOPENS,13', ',GOPEN,13')))
    await admin.button(t('seats:desk.import')).click()
    const line = sample.split('\r\n').findIndex((text) => text.includes(',GOPENS,13')) + 1
    await expect(admin.problems()).toContainText(
      t('seats:fault.seatLine.seat-type-meant', { line, choiceCode: '900110110', value: 'GOPEN', meant: 'GOPENS' }),
    )
    // When it is corrected, one number still does not add up, and the admin gives a reason
    await choose().setInputFiles(file(sample.replace(',EWS,6', ',EWS,5')))
    await admin.button(t('seats:desk.import')).click()
    await expect(admin.main()).toContainText(t('seats:identity.ews'))
    await admin.field(t('seats:choice-code')).selectOption('900110110')
    await admin.field(t('seats:desk.reason')).fill('Letter 114 of the council')
    await admin.button(t('seats:desk.override')).click()
    await expect(admin.main()).toContainText(t('seats:desk.because', { reason: 'Letter 114 of the council' }))
    // Against the edition in force, choice codes are gone and intakes jump, which needs reasons too.
    const unexplained = admin.field(t('seats:choice-code'))
    while (await unexplained.count()) {
      const code = await unexplained.locator('option').nth(1).getAttribute('value')
      await unexplained.selectOption(code)
      await admin.field(t('seats:desk.reason')).fill('Another season, other institutes')
      await admin.button(t('seats:desk.override')).click()
      await expect(unexplained.locator(`option[value="${code}"]`)).toHaveCount(0)
    }
    await expect(admin.main()).toContainText(t('staff:refusal.second-person'))
    const { pathname } = new URL(page.url())

    // Then another admin publishes it, and everybody reads it
    const otherPage = await visit(setting, { on: ownServer })
    const second = visitorOn(otherPage, setting)
    await become(otherPage, 'admin-2')
    await second.open(pathname)
    await second.button(t('seats:desk.publish')).click()
    await expect(second.main()).toContainText(t('seats:state.in-force'))
    const visitor = visitorOn(await visit(setting, { on: ownServer }), setting)
    await visitor.open('seat-matrix')
    await expect(visitor.main()).toContainText(institute)
  })
}
