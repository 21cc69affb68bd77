import { expect, onTestFinished } from 'vitest'
import type { PaymentGateway } from '#server/adapters/payment-gateway/payment-gateway.ts'
import { razorpay } from '#server/adapters/payment-gateway/razorpay.ts'
import { requiredDocuments } from '#server/domain/application/required-documents.ts'
import type { DueName } from '#server/domain/money/fees.ts'
import type { Payment } from '#server/features/money/payments/store.ts'
import { translate } from '#server/i18n/texts.ts'
import type { Language } from '#server/kernel/languages.ts'
import { asha, browser, type Opening, openPortal, signIn, type TestPortal } from '#tests/support/portal.ts'
import { razorpayServer, type Webhook } from '#tests/support/razorpay-server.ts'

/** What `open` opens, with a gateway that speaks the real protocol and goes by the portal's clock. */
export async function payingAtGateway<T extends { portal: TestPortal }>(open: (gateway: PaymentGateway) => Promise<T>) {
  const gateway = await razorpayServer()
  onTestFinished(() => gateway.close())
  const opened = await open(razorpay(gateway.settings))
  gateway.now = opened.portal.clock.portal
  return { ...opened, gateway }
}

/** A portal whose candidates pay at a gateway that speaks the real protocol. */
export const openPayingPortal = (options: Opening = {}) =>
  payingAtGateway(async (gateway) => ({ portal: await openPortal({ gateway, ...options }) }))

/**
 * Expects a page to show the act before its explanation: the sum, when an attempt began that is still open, the button, and
 * then what there is to know about the gateway.
 */
export function expectActFirst(page: string, language: Language, amount: string): void {
  const main = page.slice(page.indexOf('<main'), page.indexOf('</main>')).replaceAll('<!-- -->', '')
  const card = main.slice(main.indexOf('class="sum"'))
  const [, afterBegun] = translate(language, 'payments:pay.open').split('{{at}}')
  const parts = [
    `class="sum">${amount}<`,
    afterBegun!,
    `>${translate(language, 'payments:pay.go-on', { amount })}</button>`,
    translate(language, 'payments:pay.leaving'),
  ]
  const places = parts.map((part) => card.indexOf(part))
  expect([parts, places.includes(-1)]).toEqual([parts, false])
  expect(places).toEqual([...places].sort((one, other) => one - other))
}

/** Answers the first steps, which set the fee, and completes everything before the payment, files included. */
export function claims(portal: TestPortal, userId: string, { type = 'A', category = 'OPEN' } = {}): void {
  const { sqlite } = portal.services.db
  const { id } = sqlite.prepare('SELECT id FROM candidates WHERE user_id = ?').get(userId) as { id: number }
  sqlite.prepare('INSERT OR IGNORE INTO applications (candidate_id, mode) VALUES (?, 1)').run(id)
  const save = sqlite.prepare(
    `INSERT INTO application_steps (candidate_id, step, version, answers, completed_at) VALUES (?, ?, 1, ?, 1)
     ON CONFLICT (candidate_id, step) DO UPDATE SET answers = excluded.answers`,
  )
  for (let step = 0; step < 7; step++) {
    save.run(id, step, JSON.stringify(step === 0 ? { type } : step === 2 ? { category } : {}))
  }
  const asked = requiredDocuments(portal.services.application.answers(id)).map(({ kind }) => kind)
  const upload = sqlite.prepare(
    `INSERT OR REPLACE INTO documents (candidate_id, kind, hash, media_type, bytes, pages, original_name, uploaded_at)
     VALUES (?, ?, ?, 'application/pdf', 1, 1, 'scan.pdf', 1)`,
  )
  for (const kind of ['photo', 'signature', ...asked]) upload.run(id, kind, `hash-of-${kind}`)
}

/** A candidate who has completed steps 0 to 6 and now pays. */
export async function payer(portal: TestPortal, person = asha, claimed?: { type?: string; category?: string }) {
  const { userId, token, cookies } = await signIn(portal, person)
  claims(portal, userId, claimed)
  const { payments, db } = portal.services
  const { id: candidateId } = db.sqlite.prepare('SELECT id FROM candidates WHERE user_id = ?').get(userId) as {
    id: number
  }
  const actor = { candidateId }
  const rows = () =>
    db.sqlite
      .prepare(
        'SELECT id, due, amount, status, order_id AS orderId, gateway_payment_id AS gatewayPaymentId, failure FROM payments WHERE candidate_id = ? ORDER BY id',
      )
      .all(candidateId) as Pick<
      Payment,
      'id' | 'due' | 'amount' | 'status' | 'orderId' | 'gatewayPaymentId' | 'failure'
    >[]
  return {
    userId,
    token,
    cookies,
    actor,
    person,
    rows,
    statuses: () => rows().map(({ status }) => status),
    browser: () => browser(portal, cookies),
    claims: (claimed: { type?: string; category?: string }) => claims(portal, userId, claimed),
    /** Begins to pay; returns the gateway's order. */
    async begins(due: DueName = 'application-fee'): Promise<string> {
      const begun = await payments.begin(actor.candidateId, due)
      if (!begun.ok) throw new Error(`not begun: ${begun.refusal.code}`)
      return begun.value.payment.orderId!
    },
    async refusedToBegin(due: DueName = 'application-fee'): Promise<string | null> {
      const begun = await payments.begin(actor.candidateId, due)
      return begun.ok ? null : begun.refusal.code
    },
    /** The sum paid in the details response, in rupees. */
    paid() {
      const { details } = portal.services.application.standing(candidateId)
      return [details.paid_amt, details.diff_amt_paid]
    },
    receipts: () => payments.payments(actor.candidateId).flatMap(({ receiptNumber }) => receiptNumber ?? []),
    refunds: () =>
      db.sqlite
        .prepare(
          'SELECT r.payment_id AS paymentId, r.amount, r.status FROM refunds r JOIN payments p ON p.id = r.payment_id WHERE p.candidate_id = ?',
        )
        .all(candidateId) as { paymentId: number; amount: number; status: string }[],
  }
}

/** The gateway's request as it arrives at the portal's address. */
export const post = (portal: TestPortal, { raw, headers }: Webhook, gateway = 'razorpay') =>
  portal.ask('POST', `${portal.base}api/payments/webhook/${gateway}`, {
    body: raw,
    headers: { 'content-type': 'application/json', ...headers },
  })
