import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import { type ApiTools, fromNoOtherSite } from '#server/http/api.ts'
import { originOf } from '../http-session'
import type { Accounts } from '../service'
import type { SessionActor } from '../store'

export const tokenData = Type.Object({ token: Type.String(), expiresAt: Type.String({ description: 'ISO 8601' }) })

/** What the calls on accounts have in common. */
export function accountsKit({ accounts, tools }: { accounts: Accounts; tools: ApiTools<SessionActor> }) {
  const { cookies, needsBearer } = tools
  const own = { onRequest: needsBearer }
  const bearer = [{ bearer: [] }]
  const origin = (request: FastifyRequest) => originOf({ request, cookies, language: tools.asked(request) })
  const sameOrigin = fromNoOtherSite(tools)
  const session = (request: FastifyRequest) => {
    const cookie = cookies.session.read(request)
    return cookie ? accounts.sessions.byCookie(cookie) : null
  }
  return { accounts, tools, cookies, own, bearer, origin, sameOrigin, session }
}

export type AccountsApi = ReturnType<typeof accountsKit>
