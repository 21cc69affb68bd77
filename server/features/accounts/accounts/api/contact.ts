import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { answers, nothing, sendRefusal } from '#server/http/api.ts'
import { ok } from '#server/kernel/result.ts'
import { MobileChange, OtpRequest } from '../schema'
import type { AccountsApi } from './kit'

/** OTPs for acts that cannot be undone, and the ways to reach a candidate. Names and methods are those of rules §15.2. */
export function contactApi(app: FastifyInstance, { accounts, bearer, own, tools }: AccountsApi): void {
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
      tools.send(
        request,
        reply,
        accounts.requestOtp(tools.actor(request), request.body, tools.asked(request)),
        'accounts:api.otp-sent',
      ),
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
