import { expectSoundBooks } from './books'
import { lookAt } from './look'
import { become, personasOf, register } from './people'
import { expect, settingName, test } from './server'
import { sideRoad } from './settings'
import { visitorOn } from './visitor'

for (const [place, setting] of sideRoad(0).entries()) {
  const number = `CET/2024/11${place}`
  test(`one admin prepares an order for more time, and another releases it · ${settingName(setting)}`, async ({
    visit,
    ownServer: server,
  }) => {
    // Given a late candidate, and an admin with an order
    const candidate = await register(server, setting.language)
    const visitor = visitorOn(await visit(setting, { on: server }), setting)
    const { page, t, field, button, main, open } = visitor
    const told = async () => (await server.outbox(candidate.mobile)).filter((one) => one.template === 'special-order')
    await become(page, 'admin')
    await open('/mbale/cell/orders')
    await main()
      .getByRole('link', { name: t('orders:kind.extend') })
      .click()

    // When a field is missing, it is named, and all other fields keep their values
    await field(t('orders:new.application-id')).fill(candidate.userId)
    await field(t('orders:new.until-date')).fill('2024-12-30')
    await field(t('orders:new.order-number')).fill(number)
    await field(t('orders:new.authority')).fill('Commissioner')
    await field(t('orders:new.reason')).fill('Hospital, papers seen.')
    await field(t('orders:new.until-time')).fill('25:00')
    await button(t('orders:new.submit')).click()
    await expect(visitor.problems()).toBeVisible()
    await expect(field(t('orders:new.reason'))).toHaveValue('Hospital, papers seen.')

    // When the order is prepared, it changes nothing yet, and its author cannot release it
    await field(t('orders:new.until-time')).fill('17:00')
    await button(t('orders:new.submit')).click()
    const waiting = () => main().getByRole('listitem').filter({ hasText: number })
    await expect(waiting()).toContainText(t('staff:refusal.second-person'))
    await expect(waiting().getByRole('button', { name: t('orders:release') })).toHaveCount(0)
    expect(await told()).toEqual([])
    await lookAt(visitor, 'an order that waits')

    // When another admin releases it, it takes effect and the candidate gets a message
    await become(page, 'admin-2')
    await open('/mbale/cell/orders')
    await waiting()
      .getByRole('button', { name: t('orders:release') })
      .click()
    await expect(main().locator('tr').filter({ hasText: number })).toContainText(t('orders:outcome.released'))
    expect((await told()).map(({ channel }) => channel)).toEqual(['sms'])
  })
}

for (const [place, setting] of sideRoad(1).entries()) {
  const number = `CET/2024/12${place}`
  test(`the page of an outage lists the dates that would move, and a refused outage moves none · ${settingName(setting)}`, async ({
    visit,
    ownServer,
  }) => {
    const visitor = visitorOn(await visit(setting, { on: ownServer }), setting)
    const { page, t, field, button, main, open } = visitor
    await become(page, 'admin')
    await open('/mbale/candidate/importantdate')
    const before = await main().innerText()

    // Given an outage while registration was open
    await open('/mbale/cell/orders?kind=outage')
    await field(t('orders:new.outage-date')).fill('2024-07-20')
    await field(t('orders:new.outage-time')).fill('10:00')
    await field(t('orders:new.hours')).fill('6')
    await field(t('orders:new.order-number')).fill(number)
    await field(t('orders:new.authority')).fill('Commissioner')
    await field(t('orders:new.reason')).fill('The data centre had no power.')
    await button(t('orders:new.preview')).click()

    // Then the page lists the dates that would move, and asks for confirmation
    const asked = page.getByRole('alert').filter({ hasText: '→' })
    await expect(asked).toBeVisible()
    await lookAt(visitor, 'what an outage moves')
    await asked.getByRole('button', { name: t('orders:new.submit') }).click()

    // When the other admin refuses it, every date stays
    await become(page, 'admin-2')
    await open('/mbale/cell/orders')
    const order = () => main().getByRole('listitem').filter({ hasText: number })
    await order()
      .getByRole('button', { name: t('orders:refuse') })
      .click()
    await expect(main().locator('tr').filter({ hasText: number })).toContainText(t('orders:outcome.refused'))
    await open('/mbale/candidate/importantdate')
    expect(await main().innerText()).toBe(before)
  })
}

for (const [place, setting] of sideRoad(0).entries()) {
  const number = `CET/2024/13${place}`
  test(`an order that cancels an allotment names whom it concerns, before it is prepared and before it is released · ${settingName(setting)}`, async ({
    visit,
    allottedServer: server,
  }) => {
    // Given a candidate with a seat of round 1
    const holder = (await personasOf(server)).find(({ key, course }) => key === 'auto-frozen' && course === 'mbale')!
    const visitor = visitorOn(await visit(setting, { on: server }), setting)
    const { page, t, field, button, main, open } = visitor
    await become(page, 'admin')
    await open('/mbale/cell/orders?kind=cancel-allotment')
    await lookAt(visitor, 'an order about a seat')
    await field(t('orders:new.application-id')).fill(holder.userId)
    await field(t('orders:new.order-number')).fill(number)
    await field(t('orders:new.authority')).fill('Commissioner')
    await field(t('orders:new.reason')).fill('Forged papers, order of the court.')
    await button(t('orders:new.seat-preview')).click()

    // When the admin asks for it, the page first names the others whose seats would differ
    const asked = page.getByRole('alert').filter({ hasText: t('orders:seat.what.cancel-allotment') })
    await expect(asked).toContainText(holder.userId, { timeout: 30_000 })
    await lookAt(visitor, 'whom an order about a seat concerns')
    const concerned = (await asked.innerText()).match(/ML24\d{6}/g)!.filter((userId) => userId !== holder.userId)
    expect(concerned).not.toEqual([])
    await asked.getByRole('button', { name: t('orders:new.submit') }).click()

    // Then the order waits, with the same names, for another admin
    const waiting = () => main().getByRole('listitem').filter({ hasText: number })
    await expect(waiting()).toContainText(t('staff:refusal.second-person'))
    await become(page, 'admin-2')
    await open('/mbale/cell/orders')
    await expect(waiting().getByRole('table')).toBeVisible()
    for (const userId of concerned) await expect(waiting()).toContainText(userId)
    await lookAt(visitor, 'an order about a seat that waits')
    await waiting()
      .getByRole('button', { name: t('orders:release') })
      .click()
    await expect(main().locator('tr').filter({ hasText: number })).toContainText(t('orders:outcome.released'))

    // And the candidate has lost the seat and reads why
    await become(page, 'auto-frozen')
    await open('message')
    await expect(main()).toContainText(number)
    await expectSoundBooks(server)
  })
}
