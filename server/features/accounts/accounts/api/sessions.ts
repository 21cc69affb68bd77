import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { actsByGet, answers, sendRefusal } from '#server/http/api.ts'
import { ok } from '#server/kernel/result.ts'
import { type AccountsApi, tokenData } from './kit'

const loginRecord = Type.Object({
  at: Type.String(),
  device: Type.String(),
  endedAt: Type.Union([Type.String(), Type.Null()]),
  current: Type.Boolean(),
})

/** What belongs to a session: the bearer, the logins, and the name of its candidate. Names and methods are those of rules §15.2. */
export function sessionsApi(
  app: FastifyInstance,
  { accounts, bearer, cookies, own, sameOrigin, tools }: AccountsApi,
): void {
  app.get(
    '/candidateRegistrationController/getCandidateName',
    {
      ...own,
      schema: {
        summary: "The candidate's name",
        security: bearer,
        response: answers(Type.Object({ full_name: Type.String() })),
      },
    },
    (request, reply) =>
      tools.send(request, reply, ok({ full_name: accounts.fullName(tools.actor(request)) }), 'http:done'),
  )

  app.get(
    '/refreshToken',
    {
      ...actsByGet,
      ...sameOrigin,
      schema: { summary: 'A new bearer for the refresh cookie, which is replaced', response: answers(tokenData) },
    },
    (request, reply) => {
      const presented = cookies.refresh.read(request)
      const result = presented ? accounts.sessions.refresh(presented) : null
      if (!result?.ok) {
        cookies.refresh.clear(reply)
        return sendRefusal(reply, { code: 'session-expired', status: 401 }, tools.language(request))
      }
      cookies.refresh.write(reply, result.value.refreshToken)
      const { token, expiresAt } = result.value
      return tools.send(request, reply, ok({ token, expiresAt: new Date(expiresAt).toISOString() }), 'http:done')
    },
  )

  app.get(
    '/candidateLoginController/getLoginDetails',
    {
      ...own,
      schema: {
        summary: 'This login, the one before it, and every open session',
        security: bearer,
        response: answers(
          Type.Object({
            current: Type.Union([loginRecord, Type.Null()]),
            previous: Type.Union([loginRecord, Type.Null()]),
            sessions: Type.Array(loginRecord),
          }),
        ),
      },
    },
    (request, reply) =>
      tools.send(request, reply, ok(accounts.sessions.loginDetails(tools.actor(request))), 'http:done'),
  )
}
