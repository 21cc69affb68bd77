import type { FastifyInstance, FastifyRequest } from 'fastify'
import Type, { type Static } from 'typebox'
import { returnModes } from '#server/domain/admission/cancellation.ts'
import type { Actor } from '#server/domain/terms/actor.ts'
import { type ApiTools, answers } from '#server/http/api.ts'
import { inRupees, lessAmount } from '#server/kernel/money.ts'
import { ok } from '#server/kernel/result.ts'
import type { CancellationView } from './cancel'
import type { Case } from './cases'
import { CancelRequest } from './schema'
import type { Cancellation } from './service'

const text = Type.String()
const moment = Type.String({ description: 'ISO 8601' })
const sum = Type.Number({ description: 'rupees' })
const orNull = <S extends Parameters<typeof Type.Union>[0][number]>(schema: S) => Type.Union([schema, Type.Null()])

const SeatData = Type.Object({
  round: Type.Integer(),
  choiceCode: text,
  institute: text,
  course: text,
  isAdmitted: Type.Boolean(),
})
const ReturnData = Type.Object({
  at: moment,
  paid: sum,
  deposit: sum,
  charge: sum,
  returned: sum,
  mode: Type.Enum(returnModes),
  number: text,
})
const CaseData = Type.Object({
  caseNumber: Type.Integer(),
  round: Type.Integer(),
  choiceCode: text,
  institute: text,
  reason: text,
  requestedAt: moment,
  returnDueAt: moment,
  isReturnLate: Type.Boolean(),
  returned: orNull(ReturnData),
  receivedAt: orNull(moment),
})
const ViewData = Type.Object({
  mayCancel: Type.Boolean(),
  hindrance: orNull(Type.String({ description: 'the code of the reason why it cannot be cancelled now' })),
  closesAt: orNull(moment),
  seat: orNull(SeatData),
  cancelled: orNull(CaseData),
})

const iso = (at: number) => new Date(at).toISOString()

function caseData(one: Case): Static<typeof CaseData> {
  const { caseNumber, round, choiceCode, institute, reason, requestedAt, dueAt, isLate } = one
  const { returnedAt, paid, deposit, charge, mode, number, receivedAt } = one
  const isRecorded = returnedAt !== null && paid !== null && deposit !== null && charge !== null && mode !== null
  return {
    caseNumber,
    round,
    choiceCode,
    institute,
    reason,
    requestedAt: iso(requestedAt),
    returnDueAt: iso(dueAt),
    isReturnLate: isLate,
    returned: isRecorded
      ? {
          at: iso(returnedAt),
          paid: inRupees(paid),
          deposit: inRupees(deposit),
          charge: inRupees(charge),
          returned: inRupees(lessAmount(paid, charge)),
          mode,
          number: number ?? '',
        }
      : null,
    receivedAt: receivedAt === null ? null : iso(receivedAt),
  }
}

const viewData = ({ may, cutOff, seat, cancelled }: CancellationView): Static<typeof ViewData> => ({
  mayCancel: may.ok,
  hindrance: may.ok ? null : may.refusal.code,
  closesAt: cutOff === null ? null : iso(cutOff),
  seat,
  cancelled: cancelled && caseData(cancelled),
})

/** Cancellation in the candidate API. Source: rules §15.4. */
export function cancellationApi<Asker extends Actor>(
  app: FastifyInstance,
  { cancellation, tools }: { cancellation: Cancellation; tools: ApiTools<Asker> },
) {
  const security = [{ bearer: [] }]

  app.get(
    '/cancellation',
    {
      onRequest: tools.needsBearer,
      schema: {
        summary: 'The admission that can be cancelled, by when, and a cancellation with what the institute returned',
        security,
        response: answers(ViewData),
      },
    },
    (request, reply) =>
      tools.send(request, reply, ok(viewData(cancellation.view(tools.actor(request).candidateId))), 'http:done'),
  )

  app.post<{ Body: CancelRequest }>(
    '/cancellation',
    {
      onRequest: [tools.arrivals.note, tools.needsBearer],
      schema: {
        summary: 'Cancel the admission, finally: the seat returns to the vacancies and the candidate leaves the rounds',
        security,
        body: CancelRequest,
        response: answers(CaseData, 201),
      },
    },
    async (request: FastifyRequest<{ Body: CancelRequest }>, reply) => {
      const done = await cancellation.request(
        tools.actor(request).candidateId,
        request.body,
        tools.arrivals.of(request),
      )
      return tools.send(
        request,
        done.ok ? reply.code(201) : reply,
        done.ok ? ok(caseData(done.value)) : done,
        'cancellation:api.cancelled',
      )
    },
  )

  app.post(
    '/cancellation/received',
    {
      onRequest: tools.needsBearer,
      schema: {
        summary: 'Say that the money which the institute returned has arrived',
        security,
        response: answers(CaseData),
      },
    },
    (request, reply) => {
      const done = cancellation.received(tools.actor(request).candidateId)
      return tools.send(request, reply, done.ok ? ok(caseData(done.value)) : done, 'http:done')
    },
  )
}
