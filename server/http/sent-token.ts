import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import Value from 'typebox/value'

/** The part of a form that every page adds to it. */
const WithToken = Type.Object({ _csrf: Type.String() })

/**
 * The session's token that a POST brings: a form in its field `_csrf`, script in a header; undefined if there is none.
 * At the desk the field counts first: script fills the header from the candidates' cookie.
 */
export function sentToken(request: FastifyRequest, isAtDesk: boolean): string | undefined {
  const inForm = Value.Check(WithToken, request.body) ? request.body._csrf : undefined
  const header = request.headers['x-xsrf-token']
  const inHeader = typeof header === 'string' ? header : undefined
  return isAtDesk ? (inForm ?? inHeader) : (inHeader ?? inForm)
}
