import type { FastifyInstance } from 'fastify'
import type { Actor } from '#server/domain/terms/actor.ts'
import type { RoundPlan } from '#server/domain/terms/cap-rounds.ts'
import { type ApiTools, answers, failureOf, sendRefusal } from '#server/http/api.ts'
import { type InRound, RoundParams, roundIn } from '#server/http/round.ts'
import { ok } from '#server/kernel/result.ts'
import { SelfVerificationInput, saidInCall, VerificationData, VerifiedData } from './schema'
import type { SelfVerification } from './service'

/** The candidate API of self-verification. Source: rules §15.4. */
export function selfVerificationApi<Asker extends Actor>(
  app: FastifyInstance,
  {
    selfVerification,
    rounds,
    tools,
  }: { selfVerification: SelfVerification; rounds(): RoundPlan; tools: ApiTools<Asker> },
) {
  const { actor, language } = tools
  const security = [{ bearer: [] }]
  const timely = { onRequest: [tools.arrivals.note, tools.needsBearer] }

  app.get<InRound>(
    '/self-verification/:round',
    {
      ...timely,
      schema: {
        summary: 'The facts behind the seat of a round, each with its documents and the questions that correct it',
        security,
        params: RoundParams,
        response: answers(VerificationData),
      },
    },
    (request, reply) => {
      const round = roundIn(rounds(), request.params.round)
      const words = language(request)
      const found = selfVerification.view(actor(request).candidateId, round, words, tools.arrivals.of(request))
      if (!found.ok) return sendRefusal(reply, found.refusal, words)
      const { verifiedAt, may, facts } = found.value
      const data = {
        round,
        verifiedAt: verifiedAt === null ? null : new Date(verifiedAt).toISOString(),
        refused: may.ok ? null : { code: may.refusal.code, message: failureOf(may.refusal, words).message },
        facts,
      }
      return tools.send(request, reply, ok(data), 'http:done')
    },
  )

  app.post<InRound & { Body: SelfVerificationInput }>(
    '/self-verification/:round',
    {
      ...timely,
      schema: {
        summary: 'Say which facts are correct; a mistake that affects a benefit raises a grievance',
        security,
        params: RoundParams,
        body: SelfVerificationInput,
        response: answers(VerifiedData),
      },
    },
    async (request, reply) => {
      const round = roundIn(rounds(), request.params.round)
      const { body } = request
      const said = saidInCall(body)
      const done = await selfVerification.verify(
        actor(request).candidateId,
        round,
        said,
        body,
        tools.arrivals.of(request),
      )
      return tools.send(request, reply, done, 'verification:api.recorded')
    },
  )
}
