import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import Type, { type Static } from 'typebox'
import { type ApiTools, actsByGet, answer, answers, failure, nothing, sendRefusal } from '#server/http/api.ts'
import { isSameOrigin } from '#server/http/same-origin.ts'
import { ok } from '#server/kernel/result.ts'
import { grantCookies, originOf } from './http-session'
import {
  Login,
  MobileChange,
  NewPasswordByOtp,
  OtpProof,
  OtpRequest,
  PasswordChange,
  Recovery,
  Registration,
  RegistrationRef,
  SsoLogin,
} from './schema'
import type { Accounts } from './service'
import type { SessionActor } from './store'

const resendAfter = Type.Object({ resendAfter: Type.Integer({ description: 'seconds' }) })
const tokenData = Type.Object({ token: Type.String(), expiresAt: Type.String({ description: 'ISO 8601' }) })
const loginRecord = Type.Object({
  at: Type.String(),
  device: Type.String(),
  endedAt: Type.Union([Type.String(), Type.Null()]),
  current: Type.Boolean(),
})

/** The accounts part of the candidate API; names and methods are those of rules §15.2. */
export function accountsApi(
  app: FastifyInstance,
  {
    accounts,
    tools,
  }: {
    accounts: Accounts
    tools: ApiTools<SessionActor>
  },
) {
  const { cookies, needsBearer } = tools
  const own = { onRequest: needsBearer }
  const bearer = [{ bearer: [] }]
  const origin = (request: FastifyRequest) => originOf(request, cookies)
  /** Calls without a bearer are taken from our own pages or from clients that are no browser, not from other sites. */
  const sameOrigin = {
    onRequest: async (request: FastifyRequest, reply: FastifyReply) => {
      if (!isSameOrigin(request))
        return sendRefusal(reply, { code: 'other-site', status: 403 }, tools.language(request))
    },
  }
  const session = (request: FastifyRequest) => {
    const cookie = cookies.session.read(request)
    return cookie ? accounts.sessions.byCookie(cookie) : null
  }

  app.post<{ Body: Registration }>(
    '/candidateRegistrationController/candidateRegistration',
    {
      ...sameOrigin,
      schema: {
        summary: 'Register: keeps the answers and sends an OTP to the mobile',
        body: Registration,
        response: answers(
          Type.Object({
            registrationId: Type.String(),
            sentTo: Type.Array(Type.String()),
            resendAfter: Type.Integer(),
          }),
        ),
      },
    },
    async (request, reply) => {
      const result = await accounts.register(request.body, tools.language(request), origin(request))
      return tools.send(request, reply, result, 'accounts:api.otp-sent')
    },
  )

  app.post<{ Body: OtpProof }>(
    '/candidateRegistrationController/verifyOtp',
    {
      ...sameOrigin,
      schema: {
        summary: 'Prove the mobile; makes the account',
        body: OtpProof,
        response: answers(Type.Object({ userId: Type.String() })),
      },
    },
    (request, reply) => {
      const result = accounts.verify(request.body.registrationId, request.body.otp, origin(request))
      return tools.send(request, reply, result, 'accounts:api.registered')
    },
  )

  app.post<{ Body: Static<typeof RegistrationRef> }>(
    '/candidateRegistrationController/resendRegistrationOtp',
    {
      ...sameOrigin,
      schema: { summary: 'Send another registration OTP', body: RegistrationRef, response: answers(resendAfter) },
    },
    async (request, reply) => {
      const result = await accounts.resend(request.body.registrationId, origin(request))
      return tools.send(request, reply, result, 'accounts:api.otp-sent')
    },
  )

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

  app.post<{ Body: Static<typeof Recovery> }>(
    '/candidateLoginController/forgotPasswordOTP',
    {
      ...sameOrigin,
      schema: {
        summary: 'Send a recovery OTP; the same answer for an unknown account',
        body: Recovery,
        response: answers(Type.Object({ recoveryId: Type.String(), resendAfter: Type.Integer() })),
      },
    },
    async (request, reply) => {
      const result = await accounts.forgotPassword(request.body.userId, origin(request))
      return tools.send(request, reply, result, 'accounts:api.recovery-sent')
    },
  )

  app.post<{ Body: NewPasswordByOtp }>(
    '/candidateLoginController/recoverForgot_Password_Otp',
    {
      ...sameOrigin,
      schema: {
        summary: 'Set a new password with the recovery OTP; ends every session',
        body: NewPasswordByOtp,
        response: answers(Type.Null()),
      },
    },
    async (request, reply) => {
      const result = await accounts.recover(request.body, origin(request))
      return tools.send(request, reply, result.ok ? ok() : result, 'accounts:api.password-changed')
    },
  )

  app.post<{ Body: PasswordChange }>(
    '/candidateLoginController/changePassword',
    {
      ...own,
      schema: {
        summary: 'Change the password; ends every session',
        security: bearer,
        body: PasswordChange,
        response: answers(Type.Null()),
      },
    },
    async (request, reply) =>
      tools.send(
        request,
        reply,
        await accounts.changePassword(tools.actor(request), request.body),
        'accounts:api.password-changed',
      ),
  )

  app.post(
    '/candidateLoginController/sendVerifyEmail',
    {
      ...own,
      schema: {
        summary: 'Send a link that proves the e-mail address',
        security: bearer,
        body: nothing,
        response: answers(Type.Object({ sentTo: Type.String() })),
      },
    },
    (request, reply) => {
      const result = accounts.sendVerifyEmail(tools.actor(request))
      const sentTo = result.ok ? result.value.sentTo : ''
      return tools.send(request, reply, result, 'accounts:api.verify-email-sent', { sentTo })
    },
  )

  app.get(
    '/candidateLoginController/smsOnWhatsapp',
    {
      ...actsByGet,
      ...own,
      schema: {
        summary: 'Opt in to WhatsApp; sends the summary of the application there',
        security: bearer,
        response: answers(Type.Object({ optedIn: Type.Boolean() })),
      },
    },
    (request, reply) =>
      tools.send(request, reply, accounts.optInToWhatsapp(tools.actor(request)), 'accounts:api.whatsapp-on'),
  )

  app.delete(
    '/candidateLoginController/smsOnWhatsapp',
    {
      ...own,
      schema: {
        summary: 'Opt out of WhatsApp; SMS and e-mail go on',
        security: bearer,
        response: answers(Type.Object({ optedIn: Type.Boolean() })),
      },
    },
    (request, reply) => {
      accounts.optOutOfWhatsapp(tools.actor(request))
      return tools.send(request, reply, ok({ optedIn: false }), 'accounts:api.whatsapp-off')
    },
  )

  app.post<{ Body: OtpRequest }>(
    '/otp',
    {
      ...own,
      schema: {
        summary: 'A fresh OTP for an irreversible act',
        security: bearer,
        body: OtpRequest,
        response: answers(Type.Object({ resendAfter: Type.Integer(), sentTo: Type.Array(Type.String()) })),
      },
    },
    (request, reply) =>
      tools.send(request, reply, accounts.requestOtp(tools.actor(request), request.body), 'accounts:api.otp-sent'),
  )

  app.post<{ Body: MobileChange }>(
    '/contact/mobile',
    {
      ...own,
      schema: {
        summary: 'Change the mobile number: takes effect in 24 hours unless the old one stops it',
        security: bearer,
        body: MobileChange,
        response: answers(Type.Object({ takesEffectAt: Type.String({ description: 'ISO 8601' }) })),
      },
    },
    async (request, reply) => {
      const result = await accounts.changeMobile(tools.actor(request), request.body)
      if (!result.ok) return sendRefusal(reply, result.refusal, tools.language(request))
      const takesEffectAt = new Date(result.value.takesEffectAt).toISOString()
      return tools.send(request, reply, ok({ takesEffectAt }), 'accounts:api.mobile-change-requested')
    },
  )
}
