import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { type CapRound, type RoundPlan, roundWritten } from '../../domain/seats/cap-rounds'
import { type ApiTools, answers, failureOf, sendRefusal } from '../../http/api'
import { field } from '../../http/shape'
import { ok } from '../../kernel/result'
import { SelfVerificationInput, saidInCall, VerificationData, VerifiedData } from './schema'
import type { SelfVerification } from './service'

const Round = Type.Object({ round: field({ tidy: 'none', description: 'a whole number, from 1' }) })
type InRound = { Params: { round: string } }

/** The candidate API of self-verification. Source: rules §15.4. */
export function selfVerificationApi<Actor extends { candidateId: number }>(
  app: FastifyInstance,
  {
    selfVerification,
    rounds,
    tools,
  }: { selfVerification: SelfVerification; rounds(): RoundPlan; tools: ApiTools<Actor> },
) {
  const { actor, language } = tools
  const security = [{ bearer: [] }]
  const timely = { onRequest: [tools.arrivals.note, tools.needsBearer] }

  /** The round in the address; for any other text, refuses on `reply`. */
  function roundOf(request: FastifyRequest<InRound>, reply: FastifyReply): CapRound | null {
    const round = roundWritten(rounds(), request.params.round)
    if (round === null) sendRefusal(reply, { code: 'unknown-round', status: 404 }, language(request))
    return round
  }

  app.get<InRound>(
    '/self-verification/:round',
    {
      ...timely,
      schema: {
        summary: 'The facts behind the seat of a round, each with its documents and the questions that correct it',
        security,
        params: Round,
        response: answers(VerificationData),
      },
    },
    (request, reply) => {
      const round = roundOf(request, reply)
      if (!round) return reply
      const words = language(request)
      const found = selfVerification.view(actor(request), round, words, tools.arrivals.of(request))
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
        params: Round,
        body: SelfVerificationInput,
        response: answers(VerifiedData),
      },
    },
    async (request, reply) => {
      const round = roundOf(request, reply)
      if (!round) return reply
      const { body } = request
      const said = saidInCall(body)
      const done = await selfVerification.verify(actor(request), round, said, body, tools.arrivals.of(request))
      return tools.send(request, reply, done, 'verification:api.recorded')
    },
  )
}
