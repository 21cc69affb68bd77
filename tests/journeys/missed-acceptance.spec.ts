import { expectSoundBooks } from './books'
import { formOf, prove, submit } from './deciding'
import { lookAt } from './look'
import { become, moveClock, personasOf } from './people'
import { expect, settingName, test } from './server'
import { sideRoad } from './settings'
import { visitorOn } from './visitor'

for (const setting of sideRoad(1)) {
  test(`a seat that can only be frozen, another lapses and is restored by order · ${settingName(setting)}`, async ({
    visit,
    allottedServer: server,
  }) => {
    test.slow()
    const visitor = visitorOn(await visit(setting, { on: server }), setting)
    const { page, t, field, button, main, open } = visitor
    await moveClock(server, '2024-08-30T12:00:00+05:30')

    // Given the first preference, the seat can only be frozen, and the page says what follows
    await become(page, 'reported')
    await open('self-arc-home')
    await submit(page, 'verify')
    await prove(visitor, server, 'verify')
    await expect(main().getByText(t('acceptance:decide.must-freeze'))).toBeVisible()
    await expect(formOf(page, 'betterment')).toHaveCount(0)
    await lookAt(visitor, 'a seat that can only be frozen')
    await submit(page, 'freeze')
    await prove(visitor, server, 'decide')
    await submit(page, 'pay')
    await visitor.throughCheckout()
    await button(t('payments:demo.succeed')).click()
    await open('self-arc-home')
    await expect(main().getByText(t('acceptance:state.to-report'))).toBeVisible()

    // Meanwhile the help desk phones down the list of those who have not acted
    await become(page, 'admin')
    await open('/mbale/cell/not-acted?act=verify')
    await lookAt(visitor, 'candidates who have not acted')
    await main().locator('form[data-form^="call-"] button').first().click()
    await expect(main().locator('a[href^="tel:+91"]')).toHaveCount(1)
    await field(t('helpdesk:calls.note')).fill('Will decide tonight.')
    await button(t('helpdesk:calls.save-note')).click()
    await expect(main().getByRole('cell', { name: 'Will decide tonight.' })).toBeVisible()

    // When somebody lets the window pass, the seat is lost, and nothing is left to press
    await moveClock(server, '2024-09-01T15:30:00+05:30')
    await become(page, 'no-action')
    await open('self-arc-home')
    await expect(main().getByText(t('application:seat.not-accepted', { round: 1 }))).toBeVisible()
    await expect(formOf(page, 'verify')).toHaveCount(0)
    await lookAt(visitor, 'a seat that was not accepted')

    // Until two admins restore it by order while it is free
    const { userId } = (await personasOf(server)).find(({ key, course }) => key === 'no-action' && course === 'mbale')!
    await become(page, 'admin')
    await open('/mbale/cell/orders?kind=restore-allotment')
    await field(t('orders:new.application-id')).fill(userId)
    await field(t('orders:new.until-date')).fill('2024-09-03')
    await field(t('orders:new.until-time')).fill('12:00')
    await field(t('orders:new.order-number')).fill('CET/2024/141')
    await field(t('orders:new.authority')).fill('Commissioner')
    await field(t('orders:new.reason')).fill('Hospital, papers seen.')
    await button(t('orders:new.seat-preview')).click()
    const asked = page.getByRole('alert').filter({ hasText: userId })
    await expect(asked).toBeVisible({ timeout: 30_000 })
    await asked.getByRole('button', { name: t('orders:new.submit') }).click()
    await become(page, 'admin-2')
    await open('/mbale/cell/orders')
    const order = main().getByRole('listitem').filter({ hasText: 'CET/2024/141' })
    await order.getByRole('button', { name: t('orders:release') }).click()
    await expect(main().locator('tr').filter({ hasText: 'CET/2024/141' })).toContainText(t('orders:outcome.released'))

    // And the candidate can accept it until the moment that the order names
    await become(page, 'no-action')
    await open('self-arc-home')
    await expect(page.getByRole('heading', { name: t('signedin:seat.verify', { round: 1 }) })).toBeVisible()
    await expect(formOf(page, 'verify')).toBeVisible()
    await expectSoundBooks(server)
  })
}
