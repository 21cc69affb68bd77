import type { FastifyInstance } from 'fastify'
import Type, { type Static } from 'typebox'
import { answers } from '#server/http/api.ts'
import { OtpProof, Registration, RegistrationRef } from '../schema'
import type { AccountsApi } from './kit'

const resendAfter = Type.Object({ resendAfter: Type.Integer({ description: 'seconds' }) })

/** Registration: the answers, and the proof of the mobile. Names and methods are those of rules §15.2. */
export function registrationApi(app: FastifyInstance, { accounts, origin, sameOrigin, tools }: AccountsApi): void {
  app.post<{ Body: Registration }>(
    '/candidateRegistrationController/candidateRegistration',
    {
      ...sameOrigin,
      schema: {
        summary:
          'Register: keeps the answers and sends an OTP to the mobile. `sentTo` is empty where the number can have none just now: ' +
          'the newest OTP that was sent to it in the last ten minutes is good, whoever asked for it',
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
      const isSent = result.ok && result.value.sentTo.length > 0
      return tools.send(request, reply, result, isSent ? 'accounts:api.otp-sent' : 'accounts:api.otp-elsewhere')
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
}
