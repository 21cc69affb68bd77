import { describe, expect, test } from 'vitest'
import type { View } from '#server/domain/site/view.ts'
import { askedOf } from '#server/kernel/lists.ts'
import { days } from '#server/kernel/time.ts'
import { openPayingPortal, payer, post } from '#tests/features/payments/payers.ts'
import { atDesk } from '#tests/support/desk.ts'
import { multipart } from '#tests/support/files.ts'
import { type Answer, asha, type TestPortal, viewOf } from '#tests/support/portal.ts'
import type { GatewayPayment } from '#tests/support/razorpay-server.ts'

type Cells = Record<string, string | number>

const columns =
  'entity_id,type,debit,credit,amount,currency,fee (exclusive tax),tax,on_hold,settled,created_at,settled_at,settlement_id,description,notes,payment_id,arn,settlement_utr,order_id,order_receipt,method'.split(
    ',',
  )

/** A report as the gateway's dashboard writes it: rupees, Indian dates, and explanations in some headers. */
const reportOf = (...lines: Cells[]) =>
  [
    columns.join(','),
    ...lines.map((cells) => columns.map((column) => cells[column.replace(/ .*/, '')] ?? '').join(',')),
  ].join('\r\n')

const settled = {
  currency: 'INR',
  on_hold: 0,
  settled: 1,
  created_at: '01/08/2024 12:00:05',
  settled_at: '03/08/2024 10:15:00',
  settlement_id: 'setl_DGlQ1Rj8os78Ec',
  settlement_utr: '1568176960vxp0rj',
  method: 'upi',
}

/** The gateway keeps 2 % and the tax on it. */
function lineOf(payment: GatewayPayment, receipt: string, more: Cells = {}): Cells {
  const amount = payment.amount / 100
  const fee = amount * 0.02
  const tax = fee * 0.18
  return {
    ...settled,
    entity_id: payment.id,
    type: 'payment',
    debit: 0,
    credit: (amount - fee - tax).toFixed(2),
    amount: amount.toFixed(2),
    fee: fee.toFixed(2),
    tax: tax.toFixed(2),
    order_id: payment.order_id,
    order_receipt: receipt,
    ...more,
  }
}

const refundOf = (payment: GatewayPayment, id: string, more: Cells = {}): Cells => ({
  ...settled,
  entity_id: id,
  type: 'refund',
  debit: (payment.amount / 100).toFixed(2),
  credit: 0,
  amount: (payment.amount / 100).toFixed(2),
  fee: 0,
  tax: 0,
  payment_id: payment.id,
  order_id: payment.order_id,
  ...more,
})

/** A portal with one captured payment, and an admin who imports reports. */
async function withPayment() {
  const { portal, gateway } = await openPayingPortal()
  const candidate = await payer(portal)
  const payment = gateway.pays(await candidate.begins())
  await post(portal, gateway.webhook(payment))
  const [{ id, amount }] = candidate.rows() as unknown as [{ id: number; amount: number }]
  const receipt = `ML24-${String(id).padStart(6, '0')}`
  portal.clock.advance(days(2))
  const desk = await atDesk(portal, 'admin')
  const { csrf } = viewOf<View>(await desk.get('account')).staff!
  return {
    portal,
    gateway,
    candidate,
    payment,
    amount,
    receipt,
    desk,
    imports(content: string, more: Record<string, string> = {}): Promise<Answer> {
      const fields = { _csrf: csrf, intent: 'import', ...more }
      const { body, headers } = multipart(fields, [{ name: 'recon.csv', content: Buffer.from(content) }])
      return portal.ask('POST', `${desk.base}settlements`, {
        cookies: { ...desk.jar },
        headers: { accept: 'text/html', 'sec-fetch-site': 'same-origin', ...headers },
        body,
      })
    },
    queue: () => waitingLines(portal).map(({ entityId, doubt }) => [entityId, doubt]),
    money: async () => (await portal.services.settlement.dayBook()).totals,
  }
}

function waitingLines({ services }: TestPortal) {
  const { shape, piece } = services.settlement.lineList
  return piece(undefined, askedOf(shape, {})).rows
}

const linesIn = (portal: TestPortal) =>
  portal.services.db.sqlite.prepare('SELECT entity_id, state, doubt FROM settlement_lines ORDER BY id').raw().all()
const messageOf = (answer: Answer) => viewOf<View>(answer).form
const imported = [303, 303]
const isImported = (answer: Answer) => [answer.status, imported[1]]

test('a line that agrees with the ledger is matched, and the day book shows what reached the bank', async () => {
  const { imports, payment, receipt, queue, money, amount, desk } = await withPayment()
  expect(isImported(await imports(reportOf(lineOf(payment, receipt))))).toEqual(imported)
  expect(queue()).toEqual([])
  const charges = Math.round(amount * 0.02 * 1.18)
  expect(await money()).toEqual([
    { due: 'application-fee', captured: amount, refunded: 0, settled: amount - charges, charges },
  ])
  const page = await desk.get('day-book')
  expect(page.text).toContain('Application fee')
  const csv = await desk.post('day-book.csv')
  expect(csv.headers['content-type']).toContain('text/csv')
  const rupees = amount / 100
  expect(csv.text.split('\r\n').slice(1, 3)).toEqual([
    `2024-08-01,application-fee,${rupees},0,0,0`,
    `2024-08-03,application-fee,0,0,${(amount - charges) / 100},${charges / 100}`,
  ])
})

test('a line that is not settled yet waits for a later report', async () => {
  const { imports, payment, receipt, portal } = await withPayment()
  const other = lineOf({ ...payment, id: 'pay_later' }, receipt, { settled: 0, settlement_id: '', settlement_utr: '' })
  await imports(reportOf(lineOf(payment, receipt), other))
  expect(linesIn(portal)).toEqual([[payment.id, 'matched', null]])
})

test('a report made from the API has paise and seconds', async () => {
  const { imports, payment, receipt, queue, money, amount } = await withPayment()
  const inPaise = { credit: amount - 2360, amount, fee: 2360, tax: 360, created_at: 1722493805, settled_at: 1722660300 }
  expect((await imports(reportOf(lineOf(payment, receipt, inPaise)))).status).toBe(303)
  expect(queue()).toEqual([])
  expect((await money())[0]!.settled).toBe(amount - 2360)
})

describe('case 93: a settlement file', () => {
  test('imported twice changes nothing', async () => {
    const { imports, payment, receipt, portal } = await withPayment()
    const report = reportOf(lineOf(payment, receipt))
    await imports(report)
    const before = linesIn(portal)
    const again = await imports(report)
    expect(again.status).toBe(409)
    expect(messageOf(again)?.message).toBe('This report was imported before. Nothing was changed.')
    // The same lines in another file, such as the month after the day.
    expect((await imports(`${report}\r\n`)).status).toBe(303)
    expect(linesIn(portal)).toEqual(before)
  })

  test('altered after its first import is refused, naming the line', async () => {
    const { imports, payment, receipt, portal } = await withPayment()
    await imports(reportOf(lineOf(payment, receipt)))
    const before = linesIn(portal)
    const altered = await imports(reportOf(lineOf(payment, receipt, { credit: '1.00' })))
    expect(altered.status).toBe(409)
    expect(messageOf(altered)?.message).toContain(`Line 2 says something else about ${payment.id}`)
    expect(linesIn(portal)).toEqual(before)
  })

  test('of another account is refused', async () => {
    const { imports, payment, portal } = await withPayment()
    const strange = lineOf({ ...payment, id: 'pay_strange', order_id: 'order_strange' }, 'INV-77')
    const refused = await imports(reportOf(strange))
    expect(refused.status).toBe(409)
    expect(messageOf(refused)?.message).toContain('the report may belong to another account')
    expect(linesIn(portal)).toEqual([])
  })

  test('with the columns of payment and order exchanged is refused with this reason, and no tick takes it', async () => {
    const { imports, payment, receipt, portal } = await withPayment()
    const exchanged = lineOf(payment, receipt, { entity_id: payment.order_id, order_id: payment.id })
    const refused = await imports(reportOf(exchanged))
    expect([refused.status, messageOf(refused)?.errors[0]?.message]).toEqual([
      422,
      `Line 2, entity_id: “${payment.order_id}” belongs in the column order_id. Two columns were exchanged or shifted. Import the file as the gateway gave it`,
    ])
    expect(refused.text).not.toContain('name="checked"')
    expect(linesIn(portal)).toEqual([])
  })

  test('destroyed by a spreadsheet names each destroyed value', async () => {
    const { imports, payment, receipt } = await withPayment()
    const refused = await imports(
      reportOf(lineOf(payment, receipt, { order_receipt: '12-Aug', settlement_utr: '1.6E+17' })),
    )
    const told = messageOf(refused)!.errors.map(({ message }) => message)
    expect(told).toEqual([
      expect.stringContaining('Line 2, settlement_utr: a spreadsheet has made “1.6E+17” of a value'),
      expect.stringContaining('Line 2, order_receipt: a spreadsheet has made “12-Aug” of a value'),
    ])
  })

  test('of lines that are all known says so, on its page and in the list of reports', async () => {
    const { imports, payment, receipt, desk, portal } = await withPayment()
    const first = lineOf(payment, receipt)
    const theirs = lineOf({ ...payment, id: 'pay_theirs', order_id: 'order_theirs' }, 'SC24-000001')
    await imports(reportOf(first))
    // What an import says stands on the next page.
    const said = async (content: string) => {
      const { cookies } = await imports(content)
      const page = await portal.ask('GET', `${desk.base}settlements`, { cookies: { ...desk.jar, ...cookies } })
      return page.text
    }
    expect(await said(`${reportOf(first)}\r\n`)).toContain('The report has nothing new: its line was known already.')
    expect(await said(reportOf(first, theirs))).toContain('Lines known already: 1.')
    expect((await desk.get('settlements')).text).toContain('All its lines were known already')
  })

  test('shared with another portal keeps that portal’s lines out of the queue, and queues what nobody knows', async () => {
    const { imports, payment, receipt, queue, portal } = await withPayment()
    const theirs = lineOf({ ...payment, id: 'pay_theirs', order_id: 'order_theirs' }, 'SC24-000001')
    const strange = lineOf({ ...payment, id: 'pay_strange', order_id: 'order_strange' }, '')
    const chargeback = {
      ...settled,
      entity_id: 'adj_1',
      type: 'adjustment',
      debit: 10,
      credit: 0,
      amount: 10,
      fee: 0,
      tax: 0,
    }
    await imports(reportOf(lineOf(payment, receipt), theirs, strange, chargeback))
    expect(queue()).toEqual([
      ['pay_strange', 'unknown-payment'],
      ['adj_1', 'other-kind'],
    ])
    expect(linesIn(portal)).toContainEqual(['pay_theirs', 'elsewhere', null])
  })

  test.each([
    ['a sum that differs', { amount: '1.00', credit: '1.00', fee: 0, tax: 0 }, 'amount-differs'],
    ['a credit that does not add up', { credit: '1.00' }, 'sums-differ'],
    ['another currency', { currency: 'USD' }, 'currency'],
    ['another order', { order_id: 'order_other' }, 'other-order'],
    ['another receipt', { order_receipt: 'ML24-009999' }, 'other-receipt'],
    ['another payment of the order', { entity_id: 'pay_other' }, 'not-captured'],
  ])('with %s is queued by name', async (_what, change: Cells, doubt) => {
    const { imports, payment, receipt, queue, money } = await withPayment()
    await imports(reportOf(lineOf(payment, receipt, change)))
    expect(queue()).toEqual([[change.entity_id ?? payment.id, doubt]])
    expect((await money())[0]!.settled).toBe(0)
  })

  test.each([
    [
      'a missing column',
      (text: string) => text.replace('settlement_utr', 'utr'),
      'The column settlement_utr is missing',
    ],
    [
      'several missing columns',
      (text: string) => text.replace('settlement_utr', 'utr').replace('order_id', 'order').replace(',fee', ',charge'),
      'These columns are missing: fee, settlement_utr, order_id',
    ],
    [
      'a sum that is none',
      (text: string) => text.replace(/,0,(\d+\.\d\d),/, ',0,12x,'),
      'Line 2, credit: “12x” cannot be read',
    ],
    [
      'a number that became an exponent',
      (text: string) => text.replace('1568176960vxp0rj', '1.56818E+17'),
      'Line 2, settlement_utr: a spreadsheet has made “1.56818E+17” of a value. Import the file as the gateway gave it',
    ],
    ['a quote that is never closed', (text: string) => `${text}\r\n"pay_`, 'Line 3 cannot be read'],
  ])('with %s is refused, naming it', async (_what, spoil, words) => {
    const { imports, payment, receipt, portal } = await withPayment()
    const refused = await imports(spoil(reportOf(lineOf(payment, receipt))))
    expect(refused.status).toBe(422)
    expect(messageOf(refused)?.errors).toEqual([{ field: 'file', message: words }])
    expect(linesIn(portal)).toEqual([])
  })
})

describe('a refund', () => {
  test('made by hand on the gateway’s dashboard is found, recorded, and told to the candidate', async () => {
    const { imports, payment, receipt, candidate, portal, money, amount, desk } = await withPayment()
    expect(candidate.paid()[0]).toBe(amount / 100)
    await imports(reportOf(lineOf(payment, receipt), refundOf(payment, 'rfnd_byhand')))
    expect(candidate.statuses()).toEqual(['refunded'])
    expect(candidate.refunds()).toEqual([{ paymentId: 1, amount, status: 'done' }])
    expect(candidate.paid()[0]).toBe(0)
    expect(await portal.sentTo(asha.mobile, 'refund-by-hand')).toBe(1)
    expect((await money())[0]).toMatchObject({ captured: amount, refunded: amount })
    // The job has nothing left to send.
    await portal.services.payments.refundDue()
    expect(candidate.refunds()).toHaveLength(1)
    const register = await desk.get('refunds')
    expect(register.text).toContain('rfnd_byhand')
    const csv = await desk.post('list.csv', {
      list: 'refunds',
      search: 'columns=receipt.due.amount.reason.status.gatewayPaymentId.gatewayRefundId',
    })
    expect(csv.text).toContain(`${receipt},application-fee,${amount / 100},by-hand,done,${payment.id},rfnd_byhand`)
  })

  test('that we asked for is matched by its number', async () => {
    const { imports, payment, receipt, candidate, gateway, portal, queue } = await withPayment()
    // A second try of the same order succeeds, and its money goes back.
    const second = gateway.pays(payment.order_id)
    await post(portal, gateway.webhook(second))
    await portal.services.payments.refundDue()
    const [made] = gateway.refunds
    const lines = [lineOf(payment, receipt), lineOf(second, receipt), refundOf(second, made!.id)]
    await imports(reportOf(...lines))
    expect(queue()).toEqual([])
    expect(candidate.refunds()).toHaveLength(1)
  })

  test('of a part of the sum waits for a person', async () => {
    const { imports, payment, receipt, candidate, queue } = await withPayment()
    await imports(reportOf(lineOf(payment, receipt), refundOf(payment, 'rfnd_part', { amount: '5.00', debit: '5.00' })))
    expect(queue()).toEqual([['rfnd_part', 'amount-differs']])
    expect(candidate.statuses()).toEqual(['captured'])
  })
})

describe('the queue', () => {
  test('a person resolves a line with a reason, once', async () => {
    const { imports, payment, receipt, queue, portal, desk } = await withPayment()
    await imports(reportOf(lineOf(payment, receipt, { credit: '1.00' })))
    const line = waitingLines(portal)[0]!.id
    const short = await desk.post('settlements', { intent: 'resolve', line: String(line), reason: 'ok' })
    expect(short.status).toBe(422)
    const reason = 'The bank credited the difference on 5 August.'
    const done = await desk.post('settlements', { intent: 'resolve', line: String(line), reason })
    expect(done.status).toBe(303)
    expect(queue()).toEqual([])
    const again = await desk.post('settlements', { intent: 'resolve', line: String(line), reason })
    expect(again.status).toBe(409)
    expect(
      portal.services.db.sqlite
        .prepare("SELECT count(*) FROM audit_log WHERE act = 'settlement.resolved'")
        .pluck()
        .get(),
    ).toBe(1)
  })

  test('a line agrees once the lost news of its payment has come', async () => {
    const { imports, payment, receipt, gateway, candidate, portal, queue, desk } = await withPayment()
    portal.services.db.sqlite.exec(
      "UPDATE payments SET status = 'pending', captured_at = NULL, gateway_payment_id = NULL; DELETE FROM payment_events WHERE kind = 'try-captured'",
    )
    await imports(reportOf(lineOf(payment, receipt)))
    expect(queue()).toEqual([[payment.id, 'not-captured']])
    await post(portal, gateway.webhook(payment))
    expect(candidate.statuses()).toEqual(['captured'])
    expect((await desk.post('settlements', { intent: 'again' })).status).toBe(303)
    expect(queue()).toEqual([])
  })
})

describe('values that a spreadsheet may have changed', () => {
  const formOf = (answer: Answer) => viewOf<View>(answer).form!
  const errorsOf = (answer: Answer, field: string) =>
    formOf(answer)
      .errors.filter((error) => error.field === field)
      .map(({ message }) => message)

  test.each<[string, Cells, string]>([
    ['zeros lost from a number of the bank', { settlement_utr: '4123456789' }, 'fewer digits'],
    ['a number of the bank of fifteen digits and zeros', { settlement_utr: '123456789012345000' }, 'ends in 000'],
    ['a day made of a number', { settlement_utr: '2024-12-10' }, 'looks like a day'],
    ['a day that a spreadsheet has read', { settled_at: '03/08/2024 10:15' }, 'the day first'],
    ['zeros lost from the end of a number of the bank', { settlement_utr: '12345678901234' }, 'has 14 digits'],
    ['a settlement before the payment', { settled_at: '03/07/2024 10:15:00' }, 'is before'],
    ['a settlement that is to come', { settled_at: '03/09/2024 10:15:00' }, 'in the future'],
    ['the number of an order in another column', { settlement_utr: 'order_9A33XWu170gUtm' }, 'column order_id'],
    ['a receipt in another column', { settlement_id: 'ML24-000001' }, 'column order_receipt'],
    ['a payment in the column of settlements', { settlement_id: 'pay_IH4NVgf4Dreq1l' }, 'column entity_id'],
  ])('%s is asked about before anything is imported', async (_, change, words) => {
    const { portal, imports, payment, receipt, desk } = await withPayment()
    const file = reportOf(lineOf(payment, receipt, change))
    const asked = await imports(file)
    expect(asked.status).toBe(422)
    expect(errorsOf(asked, 'file')).toEqual([expect.stringMatching(/^Line 2, \w+: “?[^$]+$/)])
    expect(errorsOf(asked, 'file')[0]).toContain(words)
    expect(asked.text).toContain('I have compared these values')
    // A browser sends the parts in the order of the page, and an upload is read up to its first file.
    const [form = ''] = /<form(?:(?!<\/form>)[\s\S])*name="compared"[\s\S]*?<\/form>/.exec(asked.text) ?? []
    const at = ['name="compared"', 'name="checked"', 'type="file"'].map((part) => form.indexOf(part))
    expect(at.every((place) => place > 0)).toBe(true)
    expect(at).toEqual([...at].sort((a, b) => a - b))
    expect(linesIn(portal)).toEqual([])
    const { compared } = formOf(asked).values as { compared: string }
    expect((await imports(file, { compared })).status).toBe(422)
    expect((await imports(file, { checked: 'true' })).status).toBe(422)
    expect(isImported(await imports(file, { checked: 'true', compared }))).toEqual(imported)
    expect(linesIn(portal)).toHaveLength(1)
    expect((await desk.get('settlements')).text).not.toContain('I have compared these values')
  })

  test('the tick holds for one file only, and a hash that was made up for none', async () => {
    const { portal, imports, payment, receipt } = await withPayment()
    const file = (utr: string) => reportOf(lineOf(payment, receipt, { settlement_utr: utr }))
    const { compared } = formOf(await imports(file('4123456789'))).values as { compared: string }
    const other = await imports(file('5123456789'), { checked: 'true', compared })
    expect([other.status, errorsOf(other, 'file')[0]]).toEqual([422, expect.stringContaining('5123456789')])
    expect(formOf(other).values.checked).toBeUndefined()
    for (const made of ['', '0'.repeat(64), "' OR 1=1 --", '<script>'])
      expect((await imports(file('5123456789'), { checked: 'true', compared: made })).status).toBe(422)
    expect(linesIn(portal)).toEqual([])
  })

  test('a shifted column shows as one settlement with two numbers of the bank; words of the file stay words', async () => {
    const { imports, payment, receipt } = await withPayment()
    const second = { entity_id: 'pay_another', order_id: 'order_another', order_receipt: 'XX24-000001' }
    const lines = (utr: string) =>
      reportOf(lineOf(payment, receipt), lineOf(payment, receipt, { ...second, settlement_utr: utr }))
    const asked = await imports(lines('1568176961vxp0rj'))
    expect(errorsOf(asked, 'file')).toEqual([
      'Line 3, settlement_utr: Settlement setl_DGlQ1Rj8os78Ec has “1568176961vxp0rj” here and “1568176960vxp0rj” on an earlier line. The lines may have been shifted',
    ])
    const many = Array.from({ length: 150 }, (_, n) =>
      lineOf(payment, receipt, {
        ...second,
        entity_id: `pay_${n}`,
        settlement_id: `setl_${n}`,
        settlement_utr: 4000 + n,
      }),
    )
    const told = errorsOf(await imports(reportOf(lineOf(payment, receipt), ...many)), 'file')
    expect(told).toHaveLength(101)
    expect(told[100]).toBe('50 more values are not shown')
  })

  test('a file as the gateway gave it is asked about neither on its first day nor when it comes again', async () => {
    const { imports, payment, receipt } = await withPayment()
    const doubtful = reportOf(lineOf(payment, receipt, { settlement_utr: '4123456789' }))
    const { compared } = formOf(await imports(doubtful)).values as { compared: string }
    expect(isImported(await imports(doubtful, { checked: 'true', compared }))).toEqual(imported)
    // The same line in a longer report was compared already.
    const more = lineOf(payment, 'XX24-000002', {
      entity_id: 'pay_new',
      order_id: 'order_new',
      settlement_id: 'setl_new',
    })
    expect(isImported(await imports(`${doubtful}\r\n${reportOf(more).split('\r\n')[1]}`))).toEqual(imported)
  })
})
