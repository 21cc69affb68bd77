import type { FastifyInstance } from 'fastify'
import Type, { type Static, type TSchema } from 'typebox'
import { isCapRound } from '../../domain/cap-rounds'
import { seatTypes } from '../../domain/seat-types'
import { type ApiTools, answers } from '../../http/api'
import { ok, type Result, refuse } from '../../kernel/result'
import type { Outcome, Results } from './published'

const text = Type.String()
const number = Type.Integer()
const moment = Type.String({ description: 'ISO 8601' })
const orNull = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()])
const seatType = Type.Enum([...seatTypes])

const AllotmentData = Type.Object({
  round: number,
  publishedAt: moment,
  state: Type.Enum(['allotted', 'not-allotted', 'not-considered']),
  outside: orNull(Type.Enum(['jk', 'no-merit-number'])),
  stateMerit: orNull(number),
  allIndiaMerit: orNull(number),
  seat: orNull(
    Type.Object({
      choiceCode: text,
      instituteCode: text,
      institute: text,
      university: text,
      district: text,
      status: text,
      autonomy: text,
      minority: orNull(text),
      course: text,
      seatType,
      originalType: orNull(seatType),
      preference: orNull(number),
      isRetained: Type.Boolean(),
      consequence: Type.Enum(['freezes', 'final', 'decide']),
    }),
  ),
  choices: number,
  higher: Type.Array(
    Type.Object({
      preference: number,
      choiceCode: text,
      institute: orNull(text),
      course: orNull(text),
      pools: Type.Array(
        Type.Object({
          seatType,
          list: Type.Enum(['state', 'all-india']),
          own: number,
          last: orNull(number),
          why: Type.Enum(['merit', 'kept', 'no-seat']),
        }),
      ),
    }),
    { description: 'Every choice better liked than the seat, with the last merit number that each usable seat took' },
  ),
  acceptance: orNull(Type.Object({ opensAt: moment, closesAt: orNull(moment) })),
})

const iso = (at: number) => new Date(at).toISOString()
const dataOf = ({ publishedAt, acceptance, ...outcome }: Outcome): Static<typeof AllotmentData> => ({
  ...outcome,
  publishedAt: iso(publishedAt),
  acceptance: acceptance && {
    opensAt: iso(acceptance.opensAt),
    closesAt: acceptance.closesAt === null ? null : iso(acceptance.closesAt),
  },
})

/** A candidate's own allotment of a round, with the reasons. Source: api.md. */
export function resultsApi<Actor extends { candidateId: number }>(
  app: FastifyInstance,
  { results, tools }: { results: Results; tools: ApiTools<Actor> },
) {
  const own = (candidateId: number, round: number): Result<Outcome> =>
    isCapRound(round) ? results.outcome(candidateId, round) : refuse('round-not-published', 404)

  app.get<{ Params: { round: string } }>(
    '/allotments/:round',
    {
      onRequest: tools.needsBearer,
      schema: {
        summary: 'What a published round gave the candidate, and why not a choice that they like better',
        security: [{ bearer: [] }],
        params: Type.Object({ round: text }),
        response: answers(AllotmentData),
      },
    },
    (request, reply) => {
      const found = own(tools.actor(request).candidateId, Number(request.params.round))
      return tools.send(request, reply, found.ok ? ok(dataOf(found.value)) : found, 'results:api.read')
    },
  )
}
