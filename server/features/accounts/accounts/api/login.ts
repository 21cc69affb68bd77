import type { FastifyInstance } from 'fastify'
import Type, { type Static } from 'typebox'
import { answer, answers, failure, sendRefusal } from '#server/http/api.ts'
import { ok } from '#server/kernel/result.ts'
import { grantCookies } from '../http-session'
import { Login, SsoLogin } from '../schema'
import { type AccountsApi, tokenData } from './kit'

/** The logins: with a password or an OTP, and with the token of the parent cell. Names and methods are those of rules §15.2. */
export function loginApi(
  app: FastifyInstance,
  { accounts, cookies, origin, sameOrigin, session, tools }: AccountsApi,
): void {
  app.post<{ Body: Login }>(
    '/candidateLoginController/candidateLogin',
    {
      ...sameOrigin,
      schema: {
        summary: 'Log in; where an OTP is due, 202 and the same call again with it',
        body: Login,
        response: {
          200: answer(tokenData),
          202: answer(Type.Object({ otpRequired: Type.Boolean(), sentTo: Type.Array(Type.String()) })),
          '4xx': failure,
          '5xx': failure,
        },
      },
    },
    async (request, reply) => {
      const result = await accounts.login(request.body, origin(request), session(request))
      if (!result.ok) return sendRefusal(reply, result.refusal, tools.language(request))
      if (result.value.kind === 'otp-required') {
        const { sentTo } = result.value
        return tools.send(
          request,
          reply.code(202),
          ok({ otpRequired: true, sentTo: [sentTo] }),
          'accounts:api.otp-required',
        )
      }
      return tools.send(request, reply, ok(grantCookies(reply, cookies, result.value.grant)), 'accounts:api.logged-in')
    },
  )

  app.post<{ Body: Static<typeof SsoLogin> }>(
    '/sso/ssologin',
    {
      ...sameOrigin,
      schema: {
        summary: "Log in with the parent cell's signed token",
        body: SsoLogin,
        response: answers(Type.Object({ ...tokenData.properties, userId: Type.String() })),
      },
    },
    async (request, reply) => {
      const result = await accounts.ssoLogin(
        request.body.token,
        tools.language(request),
        origin(request),
        session(request),
      )
      if (!result.ok) return sendRefusal(reply, result.refusal, tools.language(request))
      const { grant, userId } = result.value
      return tools.send(
        request,
        reply,
        ok({ ...grantCookies(reply, cookies, grant), userId }),
        'accounts:api.logged-in',
      )
    },
  )
}
