import type { FastifyReply, FastifyRequest } from 'fastify'
import { type RoundPlan, roundWritten } from '#server/domain/terms/cap-rounds.ts'
import type { PastSeasons } from './service'

/** Seconds for which a cache may keep a table. Its address changes with its bytes. */
const freshFor = 3600

/** The table of a round's chances, the same for everybody; null where there is none. Source: rules §8.22. */
export function sendChances(
  { chances }: Pick<PastSeasons, 'chances'>,
  plan: RoundPlan,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
) {
  const round = roundWritten(plan, (request.query as { round?: unknown }).round)
  const published = round === null ? null : chances(round)
  return (
    published &&
    reply
      .header('cache-control', `public, max-age=${freshFor}`)
      .type('application/json; charset=utf-8')
      .send(published.text)
  )
}
