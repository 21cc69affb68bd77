import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import Type from 'typebox'
import type { Actor } from '#server/domain/terms/actor.ts'
import { type ApiTools, actsByGet, answers, nothing, sendRefusal } from '#server/http/api.ts'
import { inRupees } from '#server/kernel/money.ts'
import { ok } from '#server/kernel/result.ts'
import { writtenNumber } from '#server/kernel/written-number.ts'
import { CheckoutData, ConversionData, DueData, PaymentBegin, PaymentData } from './schema'
import type { Payments } from './service'
import type { PaymentView } from './views'

/** An attempt in the API's words: rupees and ISO 8601. */
function dataOf({
  createdAt,
  changedAt,
  capturedAt,
  amount,
  refund,
  orderId: _order,
  late: _late,
  graceUntil: _grace,
  ...payment
}: PaymentView) {
  const time = (at: number) => new Date(at).toISOString()
  return {
    ...payment,
    amount: inRupees(amount),
    createdAt: time(createdAt),
    changedAt: time(changedAt),
    capturedAt: capturedAt === null ? null : time(capturedAt),
    refund: refund && { ...refund, amount: inRupees(refund.amount) },
  }
}

const idOf = (request: FastifyRequest) => writtenNumber((request.params as { id: string }).id) ?? 0

/** Dues and payments of the candidate API, and the webhook for gateways. */
export async function paymentsApi<Asker extends Actor>(
  app: FastifyInstance,
  { payments, gateway, tools }: { payments: Payments; gateway: string; tools: ApiTools<Asker> },
): Promise<void> {
  const own = { onRequest: tools.needsBearer }
  const security = [{ bearer: [] }]

  app.get(
    '/dues',
    { ...own, schema: { summary: 'What is to be paid now', security, response: answers(Type.Array(DueData)) } },
    (request, reply) => {
      const actor = tools.actor(request)
      const seat = payments.seatFee(actor.candidateId)
      // The fee for a seat is no due of somebody who has no seat to pay for.
      const isSeatDue = seat.isPayable || seat.open?.status === 'pending'
      const data = [
        payments.dues(actor.candidateId),
        payments.conversion(actor.candidateId),
        { ...seat, due: isSeatDue ? seat.due : null },
      ].flatMap(({ due, open, isPayable }) =>
        due ? [{ due: due.due, amount: inRupees(due.amount), payment: open?.id ?? null, payable: isPayable }] : [],
      )
      return tools.send(request, reply, ok(data), 'http:done')
    },
  )

  app.get(
    '/fee-conversion',
    {
      ...own,
      schema: {
        summary: 'The fee that fell due because scrutiny removed a claim',
        security,
        response: answers(ConversionData),
      },
    },
    (request, reply) => {
      const { fee, paid, due } = payments.conversion(tools.actor(request).candidateId)
      const data = { fee: inRupees(fee), paid: inRupees(paid), due: due ? inRupees(due.amount) : 0 }
      return tools.send(request, reply, ok(data), 'http:done')
    },
  )

  app.post<{ Body: PaymentBegin }>(
    '/payments',
    {
      onRequest: [tools.arrivals.note, tools.needsBearer],
      schema: {
        summary: "Begin to pay a due, or go on with it; answers the form that leads to the gateway's page",
        security,
        body: PaymentBegin,
        response: answers(CheckoutData),
      },
    },
    async (request, reply) => {
      const result = await payments.begin(
        tools.actor(request).candidateId,
        request.body.due,
        tools.arrivals.of(request),
      )
      if (!result.ok) return sendRefusal(reply, result.refusal, tools.language(request))
      const { payment, checkout } = result.value
      return tools.send(request, reply, ok({ payment: dataOf(payment), checkout }), 'payments:api.begun')
    },
  )

  app.get(
    '/payments',
    {
      ...own,
      schema: { summary: 'Every attempt to pay, newest first', security, response: answers(Type.Array(PaymentData)) },
    },
    (request, reply) =>
      tools.send(request, reply, ok(payments.payments(tools.actor(request).candidateId).map(dataOf)), 'http:done'),
  )

  app.post(
    '/payments/:id/check',
    {
      ...own,
      schema: {
        summary: 'Ask the gateway how an attempt stands',
        security,
        body: nothing,
        response: answers(PaymentData),
      },
    },
    async (request, reply) => {
      const result = await payments.check(tools.actor(request).candidateId, idOf(request))
      if (!result.ok) return sendRefusal(reply, result.refusal, tools.language(request))
      return tools.send(request, reply, ok(dataOf(result.value)), 'payments:api.checked')
    },
  )

  // A signature covers the exact bytes received, so this scope alone does not parse them.
  await app.register(async (hooks) => {
    hooks.removeAllContentTypeParsers()
    hooks.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    hooks.post(
      '/payments/webhook/:gateway',
      {
        schema: {
          summary: 'What the payment gateway tells; its signature speaks for it',
          response: answers(Type.Null()),
        },
      },
      (request, reply) => {
        const isOurs = (request.params as { gateway: string }).gateway === gateway
        if (!isOurs) return sendRefusal(reply, { code: 'bad-signature', status: 401 }, tools.language(request))
        const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
        return tools.send(request, reply, payments.onWebhook(raw, request.headers), 'http:done')
      },
    )
  })
}

/**
 * The address to which the gateway sends candidates back, by GET or by POST; a POST from another site comes without the
 * session's cookie. It proves nothing: it only leads to the page that asks the gateway. `pageFor`: that page's address.
 * `refused`: the answer for other callers.
 */
export function paymentsCallback(
  app: FastifyInstance,
  {
    payments,
    pageFor,
    refused,
  }: {
    payments: Payments
    pageFor(orderId: string | null): string
    refused(request: FastifyRequest, reply: FastifyReply): unknown
  },
): void {
  const handle = (fieldsOf: (request: FastifyRequest) => unknown) => (request: FastifyRequest, reply: FastifyReply) => {
    const back = payments.onReturn((fieldsOf(request) ?? {}) as Record<string, unknown>)
    if (!back.ok) return refused(request, reply)
    return reply.header('cache-control', 'no-store').redirect(pageFor(back.value.orderId), 303)
  }
  app.get(
    '/payment/callback',
    { ...actsByGet, schema: { hide: true } },
    handle((request) => request.query),
  )
  app.post(
    '/payment/callback',
    { schema: { hide: true } },
    handle((request) => request.body),
  )
}
