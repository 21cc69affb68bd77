import type { FastifyInstance } from 'fastify'
import Type, { type Static } from 'typebox'
import { answers } from '#server/http/api.ts'
import { NewPasswordByOtp, PasswordChange, Recovery } from '../schema'
import type { AccountsApi } from './kit'

/** Recovery, and the change of a password. Names and methods are those of rules §15.2. */
export function passwordsApi(
  app: FastifyInstance,
  { accounts, bearer, origin, own, sameOrigin, tools }: AccountsApi,
): void {
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
      return tools.send(request, reply, result, 'accounts:api.password-changed')
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
}
