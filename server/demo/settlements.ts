import { receiptNumber } from '#server/domain/money/fees.ts'
import { settlementColumns } from '#server/domain/money/settlement.ts'
import type { CapRound } from '#server/domain/terms/cap-rounds.ts'
import type { Services } from '#server/features/index.ts'
import { csvLine } from '#server/kernel/csv.ts'
import { staffPersona } from './staff-personas'
import { demoStore, type UnsettledFee } from './store'

type Cells = Partial<Record<(typeof settlementColumns)[number], string | number>>

/** The gateway keeps 2 %, and the tax on that; paise. */
function chargesOf(amount: number): { fee: number; tax: number } {
  const fee = Math.round(amount * 0.02)
  return { fee, tax: Math.round(fee * 0.18) }
}

/** A settled payment in the gateway's report, as its API writes it: paise, and seconds since 1970. */
function paymentLine({ amount, gatewayPaymentId, orderId, capturedAt }: UnsettledFee, receipt: string): Cells {
  const { fee, tax } = chargesOf(amount)
  return {
    entity_id: gatewayPaymentId,
    type: 'payment',
    debit: 0,
    credit: amount - fee - tax,
    amount,
    fee,
    tax,
    created_at: Math.floor(capturedAt / 1000),
    order_id: orderId,
    order_receipt: receipt,
  }
}

/** A refund that somebody made by hand on the gateway's dashboard. */
const refundLine = ({ id, amount, gatewayPaymentId, orderId, capturedAt }: UnsettledFee): Cells => ({
  entity_id: `rfnd_hand${id}`,
  type: 'refund',
  debit: amount,
  credit: 0,
  amount,
  fee: 0,
  tax: 0,
  created_at: Math.floor(capturedAt / 1000),
  payment_id: gatewayPaymentId,
  order_id: orderId,
})

/** What nobody expected in the report of the first round: a smaller sum, and a payment that the portal does not know. */
function surprises([first, second]: readonly Cells[], prefix: string): Cells[] {
  if (!first || !second) return []
  return [
    { ...first, amount: Number(first.amount) - 10_000, credit: Number(first.credit) - 10_000 },
    { ...second, entity_id: 'pay_unknown4711', order_id: 'order_unknown4711', order_receipt: `${prefix}-999999` },
  ]
}

/**
 * The cell imports the gateway's report of the seat-acceptance fees of a round. In the first round one sum differs, one
 * payment is unknown, and one fee of a cancelled admission was returned by hand.
 */
export const settleFees =
  (round: CapRound) =>
  (portal: Services): void => {
    const { applicationIdPrefix, applicationIdYear } = portal.course
    const prefix = `${applicationIdPrefix}${applicationIdYear}`
    const fees = demoStore(portal.db).unsettledFees()
    const lines = fees.map((fee) => paymentLine(fee, receiptNumber(prefix, fee.id)))
    const returned = fees.find(({ isReturned }) => isReturned === 1)
    const all =
      round === 1
        ? [...surprises(lines, prefix), ...lines.slice(1), ...(returned ? [refundLine(returned)] : [])]
        : lines
    if (!all.length) return
    const settled = {
      currency: 'INR',
      settled: 1,
      settled_at: Math.floor(portal.clock.portal() / 1000),
      settlement_id: `setl_demo${round}`,
      settlement_utr: `DEMO2024${round}`,
    }
    const text = [
      [...settlementColumns],
      ...all.map((cells) => settlementColumns.map((column) => ({ ...settled, ...cells })[column] ?? '')),
    ]
      .map(csvLine)
      .join('')
    const done = portal.settlement.importText(staffPersona(portal, 'admin'), `settlement-round-${round}.csv`, text)
    if (!done.ok) throw new Error(`the demo's settlement is refused: ${JSON.stringify(done.refusal)}`)
  }
