import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import type { Actor } from '#server/domain/terms/actor.ts'
import { type ApiTools, answers } from '#server/http/api.ts'
import { ok } from '#server/kernel/result.ts'
import type { Discrepancy } from './discrepancies'
import { StepOfDiscrepancies } from './schema'
import type { Scrutiny } from './service'

const DiscrepancyData = Type.Object({
  step: Type.Integer(),
  field: Type.String({ description: 'a question of the step, a document, or fullName' }),
  code: Type.String(),
  expected: Type.String(),
  found: Type.String(),
  message: Type.String(),
  resolved: Type.Boolean(),
})

const dataOf = ({ step, field, code, expected, found, message, isResolved }: Discrepancy) => ({
  step,
  field,
  code,
  expected,
  found,
  message,
  resolved: isResolved,
})

/** The findings of scrutiny, for the candidate API. */
export function scrutinyApi<Asker extends Actor>(
  app: FastifyInstance,
  { scrutiny, tools }: { scrutiny: Scrutiny; tools: ApiTools<Asker> },
) {
  const security = [{ bearer: [] }]
  const own = { onRequest: tools.needsBearer }
  const response = answers(Type.Array(DiscrepancyData))

  app.get(
    '/discrepancyController/getCandidateDiscrepancyList',
    { ...own, schema: { summary: 'Everything that scrutiny found in the form, newest first', security, response } },
    (request, reply) => {
      const found = scrutiny.discrepancies(tools.actor(request).candidateId, tools.language(request))
      return tools.send(request, reply, ok(found.map(dataOf)), 'http:done')
    },
  )

  app.post<{ Body: StepOfDiscrepancies }>(
    '/discrepancyController/getStepWiseCandidateDiscrepancy',
    {
      ...own,
      schema: { summary: 'What scrutiny found in one step', security, body: StepOfDiscrepancies, response },
    },
    (request, reply) => {
      const { step } = request.body
      const found = scrutiny.discrepancies(tools.actor(request).candidateId, tools.language(request))
      return tools.send(request, reply, ok(found.filter((one) => one.step === step).map(dataOf)), 'http:done')
    },
  )
}
