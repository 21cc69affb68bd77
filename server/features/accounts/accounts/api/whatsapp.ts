import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { actsByGet, answers } from '#server/http/api.ts'
import { ok } from '#server/kernel/result.ts'
import type { AccountsApi } from './kit'

/** Messages on WhatsApp. Names and methods are those of rules §15.2. */
export function whatsappApi(app: FastifyInstance, { accounts, bearer, own, tools }: AccountsApi): void {
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
}
