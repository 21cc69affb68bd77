import type { FastifyInstance } from 'fastify'
import { acceptBy, reportingBy, type SeatDecision, seatDecisions } from '#server/domain/admission/offer.ts'
import type { Actor } from '#server/domain/terms/actor.ts'
import type { RoundPlan } from '#server/domain/terms/cap-rounds.ts'
import { type ApiTools, answers, failureOf } from '#server/http/api.ts'
import { type InRound, RoundParams, roundIn } from '#server/http/round.ts'
import type { Language } from '#server/kernel/languages.ts'
import { ok, type Result, refuse } from '#server/kernel/result.ts'
import type { Instant } from '#server/kernel/time.ts'
import { SeatData, SeatProof } from './schema'
import type { Seat } from './seats'
import type { SeatAcceptance } from './service'

const iso = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString())

/** The candidate API of seat acceptance. Source: rules §15.4. */
export function seatAcceptanceApi<Asker extends Actor>(
  app: FastifyInstance,
  { seatAcceptance, rounds, tools }: { seatAcceptance: SeatAcceptance; rounds(): RoundPlan; tools: ApiTools<Asker> },
) {
  const { actor, language } = tools
  const security = [{ bearer: [] }]

  function dataOf(seat: Seat, at: Instant, words: Language): SeatData {
    const { offer, state, act, deadlines } = seat
    const { choiceCode, seatType, preference, isRetained, round, candidateId } = offer
    const { institute, course, status, autonomy, minority } = seatAcceptance.place(seat)
    const follows = seatAcceptance.consequences(seat)
    const of = (choice: SeatDecision | 'nothing') => {
      const { choice: _, ...rest } = follows.find((one) => one.choice === choice)!
      return rest
    }
    return {
      round,
      state,
      next: act && { act: act.kind, by: iso(act.by) },
      seat: { choiceCode, seatType, preference, retained: isRetained, institute, course, status, autonomy, minority },
      decisions: seat.decisions.map((decision) => {
        const may = seatAcceptance.mayDecide(candidateId, round, decision, at)
        const refused = may.ok ? null : { code: may.refusal.code, message: failureOf(may.refusal, words).message }
        return { decision, refused, ...of(decision) }
      }),
      withoutDecision: of('nothing'),
      acceptBy: iso(acceptBy(offer, deadlines)),
      reportBy: iso(reportingBy(offer, deadlines)),
      recorded: {
        verifiedAt: iso(offer.verifiedAt),
        decision: offer.decision,
        fee: offer.fee,
        admittedAt: iso(offer.admittedAt),
      },
    }
  }

  const asData = (result: Result<Seat>, at: Instant, words: Language) =>
    result.ok ? ok(dataOf(result.value, at, words)) : result

  app.get<InRound>(
    '/seat-acceptance/:round',
    {
      onRequest: [tools.arrivals.note, tools.needsBearer],
      schema: {
        summary: 'The seat of a round: what may be decided, what follows, by when, and what is recorded',
        security,
        params: RoundParams,
        response: answers(SeatData),
      },
    },
    (request, reply) => {
      const round = roundIn(rounds(), request.params.round)
      const seat = seatAcceptance.seat(actor(request).candidateId, round)
      const found: Result<Seat> = seat ? ok(seat) : refuse('no-seat', 404)
      return tools.send(request, reply, asData(found, tools.arrivals.of(request), language(request)), 'http:done')
    },
  )

  for (const decision of seatDecisions) {
    app.post<InRound & { Body: SeatProof }>(
      `/seat-acceptance/:round/${decision}`,
      {
        onRequest: [tools.arrivals.note, tools.needsBearer],
        schema: {
          summary:
            decision === 'freeze'
              ? 'Accept the seat for good; the seat-acceptance fee completes it'
              : 'Accept the seat and stay in the next round for a better one; the fee completes it',
          description: 'The decision can be changed until the fee is captured.',
          security,
          params: RoundParams,
          body: SeatProof,
          response: answers(SeatData),
        },
      },
      async (request, reply) => {
        const round = roundIn(rounds(), request.params.round)
        const at = tools.arrivals.of(request)
        const decided = await seatAcceptance.decide(actor(request).candidateId, round, decision, request.body, at)
        return tools.send(request, reply, asData(decided, at, language(request)), 'acceptance:api.decided')
      },
    )
  }
}
