import { viewMediaType } from '#server/domain/site/view.ts'
import { lookAt } from './look'
import { become, personasOf } from './people'
import { expect, type Server, settingName, test } from './server'
import { sideRoad } from './settings'
import { visitorOn } from './visitor'

const userIdOf = async (server: Server, wanted: string): Promise<string> =>
  (await personasOf(server)).find(({ key, course }) => key === wanted && course === 'mbale')!.userId

const header =
  'entity_id,type,debit,credit,amount,currency,fee,tax,settled,created_at,settled_at,settlement_id,payment_id,settlement_utr,order_id,order_receipt'

for (const setting of sideRoad(0)) {
  test(`the cell settles the gateway’s report with the ledger · ${settingName(setting)}`, async ({
    visit,
    roundTwoServer: server,
  }) => {
    const visitor = visitorOn(await visit(setting, { on: server }), setting)
    const { page, t, field, button, main, open } = visitor
    const upload = async (...lines: string[]) => {
      const buffer = Buffer.from([header, ...lines].join('\n'))
      await page.locator('input[type="file"]').setInputFiles({ name: 'recon.csv', mimeType: 'text/csv', buffer })
      await button(t('settlement:import')).click()
    }

    // Given an application fee of a candidate whose admission was cancelled
    await become(page, 'cancelled')
    const accept = viewMediaType
    const { data } = (await (
      await page.request.get('/mbale/candidate/transactions-logs', { headers: { accept } })
    ).json()) as { data: { attempts: { due: string; amount: string; gatewayPaymentId: string }[] } }
    const fee = data.attempts.find(({ due }) => due === 'application-fee')!
    const rupees = Number(fee.amount.replace(/\D/g, ''))
    const userId = await userIdOf(server, 'cancelled')
    const rest = (amount: number) => `${amount},INR,0,0,1,06/09/2024 10:00:00,08/09/2024 10:00:00,setl_journey`
    const payment = `${fee.gatewayPaymentId},payment,0,${rupees},${rest(rupees)},,UTR1,order_${userId},`
    const unknown = `pay_nobody,payment,0,${rupees},${rest(rupees)},,UTR1,order_nobody,`
    const refund = `rfnd_hand,refund,${rupees},0,${rest(rupees)},${fee.gatewayPaymentId},UTR1,order_${userId},`

    // The demo's own report has left lines that differ
    await become(page, 'admin')
    await open('/mbale/cell/settlements')
    await expect(main()).toContainText(t('settlement:doubt.amount-differs'))
    await lookAt(visitor, 'settlement lines that differ')

    // When a file cannot be read, nothing is imported
    await upload('pay_1,payment,much')
    await expect(visitor.problems()).toBeVisible()

    // When a report is imported, what agrees is settled, a refund by hand is found, and the rest waits
    await upload(payment, unknown, refund)
    await expect(main().locator('tr').filter({ hasText: 'pay_nobody' })).toBeVisible()
    await open('/mbale/cell/refunds')
    await expect(main()).toContainText(userId)
    await lookAt(visitor, 'the register of refunds')
    await open('/mbale/cell/day-book')
    await lookAt(visitor, 'the day book')

    // And the same file again changes nothing
    await open('/mbale/cell/settlements')
    await upload(payment, unknown, refund)
    await expect(page.getByText(t('settlement:refusal.settlement-known'))).toBeVisible()

    // A line that nobody can explain is resolved with a reason
    await open('/mbale/cell/settlements')
    const line = main().locator('tr').filter({ hasText: 'pay_nobody' })
    await line.locator('summary').click()
    await line.getByRole('textbox').fill('A payment of another portal.')
    await line.getByRole('button').click()
    await expect(line).toHaveCount(0)
    await expect(field(t('settlement:file'))).toBeVisible()
  })
}

for (const setting of sideRoad(1)) {
  test(`a regional office reads its report and checks admissions a second time · ${settingName(setting)}`, async ({
    visit,
    roundTwoServer: server,
  }) => {
    const visitor = visitorOn(await visit(setting, { on: server }), setting)
    const { page, t, main, open, field, button } = visitor
    const reason = 'The original is of another person.'

    // Given the report of the region
    await become(page, 'ro')
    await open('/mbale/cell/reports')
    await expect(main().getByRole('table').first()).toBeVisible()
    await lookAt(visitor, 'the report of a region')

    // When the office objects without a reason, it is asked for one
    const answer = 'We have seen the original: the name is that before marriage.'
    await open('/mbale/cell/approvals/9001')
    const admission = () => main().locator('tbody tr').first()
    await admission()
      .getByRole('link', { name: t('reports:approval.object') })
      .click()
    await main()
      .getByRole('radio', { name: t('reports:approval.object') })
      .check()
    await button(t('scrutiny:decide')).click()
    await expect(main()).toContainText(t('reports:fault.checkReason.required'))

    // With a reason it asks once more, then it counts, and the list can be printed
    await field(t('reports:approval.reason')).fill(reason)
    await button(t('scrutiny:decide')).click()
    await button(t('reports:approval.agree-go.objected')).click()
    await open('/mbale/cell/approvals/9001')
    await expect(admission()).toContainText(reason)
    await lookAt(visitor, 'an approval list')
    const list = await page.request.get('/mbale/cell/approvals/9001/list.pdf', { timeout: 30_000 })
    expect([list.status(), list.headers()['content-type']]).toEqual([200, 'application/pdf'])

    // And the institute finds the objection on its home page and answers it
    await become(page, 'institute')
    await open('/mbale/cell/home')
    await main()
      .getByRole('link', { name: t('staff:inbox.objection') })
      .click()
    const objected = main().getByRole('listitem').filter({ hasText: reason })
    await lookAt(visitor, 'an objection at the institute')
    await objected.getByRole('link').click()
    await field(t('reporting:objection.answer')).fill(answer)
    await button(t('reporting:objection.go')).click()
    await expect(main()).toContainText(answer)
    await lookAt(visitor, 'an objection answered')

    // Which waits for the office
    await become(page, 'ro')
    await open('/mbale/cell/home')
    await expect(main()).toContainText(t('staff:inbox.objection-answered'))
    await open('/mbale/cell/approvals/9001')
    await expect(admission()).toContainText(answer)
  })
}
