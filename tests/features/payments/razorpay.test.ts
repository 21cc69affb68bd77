import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { razorpay } from '#server/adapters/payment-gateway/razorpay.ts'
import { rupees } from '#server/kernel/money.ts'

/** A peer on loopback that gives this answer to every request and keeps the requests. */
async function peer(status: number, body: unknown, { delay = 0, timeoutMs = 10_000 } = {}) {
  const asked: { method?: string; url?: string; headers: Record<string, unknown>; body: string }[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    asked.push({
      method: request.method,
      url: request.url,
      headers: request.headers,
      body: Buffer.concat(chunks).toString(),
    })
    setTimeout(() => response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body)), delay)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { asked, gateway: razorpay({ keyId: 'key', keySecret: 'secret', webhookSecret: 'hook', url, timeoutMs }) }
}

const order = { reference: 'ML24-000001', amount: rupees(1200) }
const made = { id: 'order_1', amount: 120_000, currency: 'INR', receipt: 'ML24-000001' }

test('an order follows the protocol, in paise, with automatic capture', async () => {
  const { asked, gateway } = await peer(200, made)
  expect(await gateway.createOrder(order)).toEqual({ ok: true, value: { orderId: 'order_1' } })
  const [{ method, url, headers, body }] = asked as [(typeof asked)[0]]
  expect([method, url, headers.authorization]).toEqual(['POST', '/v1/orders', `Basic ${btoa('key:secret')}`])
  expect(JSON.parse(body)).toEqual({
    amount: 120_000,
    currency: 'INR',
    receipt: 'ML24-000001',
    notes: { reference: 'ML24-000001' },
    payment_capture: 1,
  })
})

test.each([
  ['with another amount', 200, { ...made, amount: 100 }, false],
  ['with another currency', 200, { ...made, currency: 'USD' }, false],
  ['for another payer', 200, { ...made, receipt: 'ML24-000002' }, false],
  ['without an id', 200, { ...made, id: '' }, false],
  ['that is not JSON', 200, '<html>', false],
  ['that is empty', 200, '', false],
  ['of 2 MB', 200, JSON.stringify({ ...made, more: 'x'.repeat(2_000_000) }), false],
  ['400', 400, { error: {} }, true],
  ['401: our key, not the order', 401, { error: {} }, false],
  ['429', 429, '', false],
  ['500', 500, '', false],
])('an answer %s makes no order', async (_, status, body, refused) => {
  const { gateway } = await peer(status, body)
  expect(await gateway.createOrder(order)).toMatchObject({ ok: false, refused })
})

test('a silent gateway is given up in time, an absent one at once', async () => {
  const { gateway } = await peer(200, made, { delay: 1000, timeoutMs: 300 })
  expect(await gateway.createOrder(order)).toEqual({
    ok: false,
    refused: false,
    reason: 'gateway did not answer in time',
  })
  const nobody = razorpay({ keyId: 'k', keySecret: 's', webhookSecret: 'w', url: 'http://127.0.0.1:9' })
  expect(await nobody.triesOf('order_1')).toEqual({ ok: false, refused: false, reason: 'gateway not reached' })
})

test('a list of payments is rejected whole if one has an unknown status', async () => {
  const payment = { id: 'pay_1', order_id: 'order_1', amount: 1, currency: 'INR', status: 'captured', notes: [] }
  const good = await peer(200, { items: [payment, { ...payment, id: 'pay_2', status: 'failed', error_code: 'X' }] })
  expect(await good.gateway.triesOf('order_1')).toMatchObject({
    ok: true,
    value: [
      { paymentId: 'pay_1', state: 'captured', reference: null, failure: null },
      { paymentId: 'pay_2', state: 'failed', failure: 'X' },
    ],
  })
  const strange = await peer(200, { items: [payment, { ...payment, status: 'lost' }] })
  expect((await strange.gateway.triesOf('order_1')).ok).toBe(false)
})
