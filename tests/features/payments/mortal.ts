import { once } from 'node:events'
import { razorpay } from '#server/adapters/payment-gateway/razorpay.ts'
import { mbale } from '#server/courses/courses.ts'
import { noPayTime } from '#server/domain/terms/payment-states.ts'
import { applicationStore } from '#server/features/application/application/store.ts'
import { createPayments } from '#server/features/money/payments/service.ts'
import { paymentsStore } from '#server/features/money/payments/store.ts'
import { ok } from '#server/kernel/result.ts'
import { hours, type Instant, plus } from '#server/kernel/time.ts'
import { around, dieAt, mortalDatabase, pass } from '#tests/support/mortal.ts'

/**
 * A separate process that pays on a file database and is killed at the n-th step between gateway and commit; with 0 it
 * is not killed, and repairs the state it finds. Arguments: database file, gateway's settings, time.
 */
const [file, settings, time] = process.argv.slice(2) as [string, string, string]
let now = Number(time) as Instant

const db = mortalDatabase(file)
const live = razorpay(JSON.parse(settings))
/** A process may die before it asks the gateway, and before it receives the answer. */
const gateway = {
  ...live,
  createOrder: around(live.createOrder),
  triesOf: around(live.triesOf),
  refund: around(live.refund),
}

const insertFact = db.sqlite.prepare(
  'INSERT INTO portal_facts (key, value) VALUES (?, 1) ON CONFLICT (key) DO UPDATE SET value = value + 1',
)
const rows = applicationStore(db)
const payments = createPayments({
  db,
  store: paymentsStore(db, 'razorpay'),
  gateway,
  clock: { real: () => now, portal: () => now },
  course: mbale,
  tell(_candidateId, template) {
    pass()
    insertFact.run(`told ${template}`)
  },
  refundKey: String,
  seatAcceptance: {
    mayPay: () => ok(),
    isHeld: () => false,
    feeUse: () => 'wanted',
    payTime: () => noPayTime,
    paid: () => {},
  },
  feesOf: () => mbale.applicationFees,
  application: {
    answers: rows.answers,
    paid: rows.paid,
    conversion: rows.conversion,
    mayEdit: () => ok(),
    feeUse: () => 'wanted',
    payTime: () => noPayTime,
    reconsider() {
      pass()
      insertFact.run('considered anew')
    },
  },
  nextInWords: () => '',
  linkBase: () => 'https://admissions.example.org/mbale/candidate/',
  log: { warn: () => {}, error: () => {} },
})
const candidateId = 1

/** Pays the order twice at the gateway; returns its webhooks. */
async function payTwice(orderId: string): Promise<{ raw: string; headers: Record<string, string> }[]> {
  process.send!({ orderId })
  const [webhooks] = await once(process, 'message')
  return webhooks
}

async function pay(): Promise<void> {
  const begun = await payments.begin(candidateId, 'application-fee')
  if (!begun.ok) throw new Error(begun.refusal.code)
  for (const { raw, headers } of await payTwice(begun.value.payment.orderId!)) {
    payments.onWebhook(Buffer.from(raw), headers)
  }
  await payments.refundDue()
}

/** The gateway sends nothing more; only the jobs find out. */
async function repair(): Promise<void> {
  const tick = async () => {
    now = plus(now, hours(1))
    await payments.reconcileDue()
    await payments.lookForLateMoney()
    await payments.refundDue()
  }
  await tick()
  const begun = await payments.begin(candidateId, 'application-fee')
  if (begun.ok) await payTwice(begun.value.payment.orderId!)
  for (let hour = 0; hour < 30; hour++) await tick()
}

void (dieAt ? pay() : repair()).then(() => {
  db.close()
  process.disconnect()
})
