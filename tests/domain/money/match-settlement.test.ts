import { describe, expect, test } from 'vitest'
import {
  type KnownPayment,
  matchSettlement,
  readSettlement,
  type SettlementLine,
  settlementColumns,
} from '#server/domain/money/settlement.ts'
import { type Paise, rupees } from '#server/kernel/money.ts'
import { ist } from '#server/kernel/time.ts'

/** A line of the dashboard's file: a payment of Rs 1,000 for which the gateway kept Rs 20 and Rs 3.60 of tax. */
const cells: Record<string, string> = {
  entity_id: 'pay_1',
  type: 'payment',
  debit: '0',
  credit: '976.40',
  amount: '1000',
  currency: 'INR',
  fee: '20',
  tax: '3.6',
  settled: '1',
  created_at: '22/08/2024 09:00:00',
  settled_at: '23/08/2024 10:15:00',
  settlement_id: 'setl_1',
  payment_id: '',
  settlement_utr: 'UTR1',
  order_id: 'order_1',
  order_receipt: 'ML24-000123',
}
const usual = { now: ist('2024-10-01 12:00'), utrDigits: [] as number[] }
const row = (changed: Record<string, string> = {}) =>
  settlementColumns.map((column) => ({ ...cells, ...changed })[column]!)
const read = (...rows: readonly Record<string, string>[]) =>
  readSettlement(
    [{ line: 1, cells: [...settlementColumns] }, ...rows.map((one, at) => ({ line: at + 2, cells: row(one) }))],
    usual,
  )
const one = (changed: Record<string, string> = {}) => (read(changed) as { lines: SettlementLine[] }).lines[0]!

describe('a report is read', () => {
  test('from the dashboard, in rupees', () => {
    expect(one()).toEqual({
      line: 2,
      entityId: 'pay_1',
      type: 'payment',
      debit: 0,
      credit: rupees(976.4),
      amount: rupees(1000),
      fee: rupees(20),
      tax: rupees(3.6),
      currency: 'INR',
      settledAt: ist('2024-08-23 10:15'),
      settlementId: 'setl_1',
      utr: 'UTR1',
      refundedPayment: null,
      orderId: 'order_1',
      receipt: 'ML24-000123',
      doubts: [],
    })
  })

  const doubtsOf = (...lines: readonly Record<string, string>[]) =>
    (read(...lines) as { lines: { line: number; doubts: readonly { column: string; why: string }[] }[] }).lines.flatMap(
      ({ line, doubts }) => doubts.map(({ column, why }) => `${line} ${column} ${why}`),
    )
  test.each<[string, Record<string, string>, string[]]>([
    ['a number in the column of another kind', { settlement_id: 'pay_9' }, ['2 settlement_id other-column']],
    ['an order in the place of a receipt', { order_receipt: 'order_1' }, ['2 order_receipt other-column']],
    ['a refund of a payment', { type: 'refund', entity_id: 'rfnd_1', payment_id: 'pay_1' }, []],
    ['a short number of the bank', { settlement_utr: '12345678901' }, ['2 settlement_utr digits-few']],
    ['a usual number of the bank', { settlement_utr: '123456789012' }, []],
    ['a day of which either number could be the month', { settled_at: '05/09/2024' }, ['2 settled_at day-either']],
    ['such a day with its time', { settled_at: '05/09/2024 10:15:00' }, []],
    ['a day of which one number could', { settled_at: '23/08/2024' }, []],
    ['a day whose two numbers are one', { settled_at: '09/09/2024' }, []],
    ['settled before it was made', { settled_at: '22/08/2024 08:59:59' }, ['2 settled_at settled-early']],
    ['settled as it was made', { settled_at: '22/08/2024 09:00:00' }, []],
  ])('with what a spreadsheet may have changed (rules §4.6): %s', (_, changed, doubts) => {
    expect(doubtsOf(changed)).toEqual(doubts)
  })

  test('with a settlement of two numbers of the bank', () => {
    const other = { entity_id: 'pay_2', settlement_utr: 'UTR2' }
    expect(doubtsOf({}, { ...other, settlement_id: 'setl_2' }, {})).toEqual([])
    expect(doubtsOf({}, other, {})).toEqual(['3 settlement_utr transfer-two'])
  })

  test('from the API, in paise and seconds', () => {
    const seconds = { created_at: '1724300000', settled_at: '1724390000' }
    expect(one({ ...seconds, amount: '100000', credit: '97640', fee: '2000', tax: '' })).toMatchObject({
      amount: rupees(1000),
      tax: 0,
      settledAt: 1_724_390_000_000,
    })
    expect(read({ ...seconds, credit: '976.40' })).toEqual({
      line: 2,
      columns: ['credit'],
      why: 'value',
      values: ['976.40'],
    })
  })

  test.each<[string, string]>([
    ['23/08/2024', '2024-08-23 00:00'],
    ['2024-08-23 10:15:00', '2024-08-23 10:15'],
    ['2024-08-23T10:15', '2024-08-23 10:15'],
    ['2024-08-23', '2024-08-23 00:00'],
  ])('with a date such as %s', (settled_at, at) => {
    expect(one({ settled_at }).settledAt).toBe(ist(at))
  })

  test('without lines that are not settled yet, and empty ones', () => {
    expect(read({ settled: '0' }, { settled: 'FALSE' }, { settled: 'true', entity_id: 'pay_9' })).toMatchObject({
      lines: [{ line: 4, entityId: 'pay_9' }],
    })
    expect(
      readSettlement(
        [
          { line: 1, cells: [...settlementColumns] },
          { line: 2, cells: [' ', ''] },
        ],
        usual,
      ),
    ).toEqual({ lines: [] })
  })

  test.each<[string, Record<string, string>, string]>([
    ['settled', { settled: 'perhaps' }, 'value'],
    ['settled_at', { settled_at: '31/02/2024' }, 'value'],
    ['settled_at', { settled_at: '1724390000' }, 'value'],
    ['amount', { amount: '1.234' }, 'value'],
    ['entity_id', { entity_id: '' }, 'empty'],
    ['order_id', { order_id: 'a b' }, 'value'],
    ['settlement_utr', { settlement_utr: '1.2E+17' }, 'damaged'],
    ['order_receipt', { order_receipt: '12-Aug' }, 'damaged'],
  ])('up to a faulty %s, whose value is named', (column, changed, why) => {
    expect(read(changed)).toEqual({ line: 2, columns: [column], why, values: [changed[column]] })
  })

  test.each<[string, string, string]>([
    ['entity_id', 'order_1', 'order_id'],
    ['entity_id', 'setl_1', 'settlement_id'],
    ['entity_id', 'ML24-000123', 'order_receipt'],
    ['order_id', 'pay_1', 'entity_id'],
    ['payment_id', 'rfnd_1', 'entity_id'],
  ])('up to a line that names its payment in another column: %s is %s', (column, value, other) => {
    const fault = { line: 2, columns: [column], why: 'other-column', values: [value], other }
    expect(read({ [column]: value })).toEqual(fault)
    expect(read({ order_id: '', payment_id: '', [column]: '' })).not.toHaveProperty('other')
  })

  test('all destroyed values of a line are named', () => {
    expect(read({ entity_id: '1.6E+17', order_receipt: 'Jan-24' })).toEqual({
      line: 2,
      columns: ['entity_id', 'order_receipt'],
      why: 'damaged',
      values: ['1.6E+17', 'Jan-24'],
    })
  })

  test.each<[string, number[], string | undefined]>([
    ['123456789012', [], undefined],
    ['1234567890123456', [], undefined],
    ['1234567890123456789012', [], undefined],
    // A zero is lost at the beginning or the end: the number is one digit short.
    ['123456789012345', [], 'digits-unusual'],
    ['12345678901234', [15], 'digits-unusual'],
    ['123456789012345', [15], undefined],
    ['12345678901', [], 'digits-few'],
    ['AXIS12345678901', [], undefined],
  ])('a bank number of digits, %s, is as long as others are (%j)', (utr, known, why) => {
    const lines = [{ ...cells, settlement_utr: utr }]
    const report = readSettlement(
      [{ line: 1, cells: [...settlementColumns] }, ...lines.map((one, at) => ({ line: at + 2, cells: row(one) }))],
      { ...usual, utrDigits: known },
    ) as { lines: readonly { doubts: readonly { why: string }[] }[] }
    expect(report.lines[0]!.doubts.map((doubt) => doubt.why)).toEqual(why ? [why] : [])
  })

  test.each([
    ['01/10/2024 12:00:00', []],
    ['01/10/2024 12:01:00', ['settled-later']],
    ['23/08/2042', ['settled-later']],
  ])('a settlement at %s, measured on 1 October at noon', (settled_at, doubts) => {
    const [line] = (read({ settled_at }) as { lines: readonly { doubts: readonly { why: string }[] }[] }).lines
    expect(line!.doubts.map(({ why }) => why)).toEqual(doubts)
  })

  test('up to what cannot be read at all', () => {
    expect(readSettlement([], usual)).toEqual({ line: 1, columns: [], why: 'unreadable' })
    expect(readSettlement([{ line: 3, unreadable: 'quotes' } as never], usual)).toMatchObject({
      line: 3,
      why: 'unreadable',
    })
    const head = { line: 1, cells: [...settlementColumns] }
    expect(readSettlement([head, { line: 2, unreadable: 'quotes' } as never], usual)).toMatchObject({
      line: 2,
      why: 'unreadable',
    })
  })
})

const paid: KnownPayment = {
  tryKnown: 'captured',
  amount: rupees(1000),
  status: 'captured',
  orderId: 'order_1',
  gatewayPaymentId: 'pay_1',
  reference: 'ML24-000123',
  refunds: [],
}
const refund = {
  entity_id: 'rfnd_1',
  type: 'refund',
  debit: '1000',
  credit: '0',
  fee: '0',
  tax: '0',
  payment_id: 'pay_1',
}
const ours = (amount: Paise, status = 'done') => [{ amount, status, gatewayRefundId: 'rfnd_1' }]
const matched = (line: Record<string, string>, known: Partial<KnownPayment> | null = {}) => {
  const match = matchSettlement(one(line), known && { ...paid, ...known }, 'ML24')
  return match.outcome === 'queued' ? match.doubt : match.outcome
}

describe('case 93: a line and our ledger', () => {
  test.each<[string, Record<string, string>, Partial<KnownPayment> | null, string]>([
    ['a payment', {}, {}, 'matched'],
    ['a payment whose fee includes the tax', { credit: '980' }, {}, 'matched'],
    ['a payment that was given back', {}, { status: 'refunded' }, 'matched'],
    ['a receipt of another portal', { order_receipt: 'SC24-000123' }, null, 'elsewhere'],
    ['an adjustment of another portal', { type: 'adjustment', order_receipt: 'SC24-000123' }, null, 'elsewhere'],
    ['a receipt of ours that nobody knows', {}, null, 'unknown-payment'],
    ['a receipt of nobody', { order_receipt: 'shop-1' }, null, 'unknown-payment'],
    ['no receipt', { order_receipt: '' }, null, 'unknown-payment'],
    ['an adjustment', { type: 'adjustment' }, {}, 'other-kind'],
    ['dollars', { currency: 'USD' }, {}, 'currency'],
    ['another order', { order_id: 'order_2' }, {}, 'other-order'],
    ['no order', { order_id: '' }, {}, 'matched'],
    ['a payment without an order of ours', { order_id: 'order_2', order_receipt: 'x' }, { orderId: null }, 'matched'],
    ['another receipt', { order_receipt: 'ML24-000124' }, {}, 'other-receipt'],
    ['another receipt of a known payment', { order_receipt: 'SC24-000123' }, {}, 'other-receipt'],
    ['no receipt of a known payment', { order_receipt: '' }, {}, 'matched'],
    ['another try that came back', { entity_id: 'pay_2' }, { tryKnown: 'refunded' }, 'matched'],
    ['another try', { entity_id: 'pay_2' }, {}, 'not-captured'],
    ['another amount', { amount: '999' }, {}, 'amount-differs'],
    ['a payment that we do not have', {}, { status: 'failed' as never }, 'not-captured'],
    ['a payment that also costs', { debit: '1' }, {}, 'sums-differ'],
    ['a charge that is neither', { credit: '978' }, {}, 'sums-differ'],
    ['a refund of ours', refund, { refunds: ours(rupees(1000)) }, 'matched'],
    [
      'a refund of ours with a charge',
      { ...refund, debit: '1023.6', fee: '20', tax: '3.6' },
      { refunds: ours(rupees(1000)) },
      'matched',
    ],
    ['another amount of a refund of ours', refund, { refunds: ours(rupees(999)) }, 'amount-differs'],
    ['a refund that also brings money', { ...refund, credit: '1' }, {}, 'sums-differ'],
    ['a refund whose sums differ', { ...refund, debit: '1001' }, {}, 'sums-differ'],
    ['a refund of another try that came back', { ...refund, payment_id: 'pay_2' }, { tryKnown: 'refunded' }, 'matched'],
    ['a refund of the booked try that came back', refund, { tryKnown: 'refunded' }, 'recorded'],
    ['a refund of another try', { ...refund, payment_id: 'pay_2' }, {}, 'recorded'],
    ['a second refund', { ...refund, entity_id: 'rfnd_2' }, { refunds: ours(rupees(1000)) }, 'unknown-refund'],
    [
      'a refund after ours failed',
      { ...refund, entity_id: 'rfnd_2' },
      { refunds: ours(rupees(1000), 'failed') },
      'recorded',
    ],
    ['a refund by hand', refund, {}, 'recorded'],
    ['a refund by hand of a refunded payment', refund, { status: 'refunded' }, 'recorded'],
    ['a refund of money that we do not have', refund, { status: 'failed' as never }, 'not-captured'],
    ['a part by hand', { ...refund, amount: '400', debit: '400' }, {}, 'amount-differs'],
  ])('%s', (_, line, known, outcome) => {
    expect(matched(line, known)).toBe(outcome)
  })
})
