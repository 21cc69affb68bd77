import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { type ApiTools, answers, fromNoOtherSite } from '#server/http/api.ts'
import { contract, field } from '#server/http/shape.ts'
import type { Witnesses } from './witnesses'

/** Two signatures below a head have under 1 KB. */
export const Cosigned = contract({
  note: field({ fault: 'cosignedNote', minLength: 1, maxLength: 4000, tidy: 'none', multiline: true }),
})

/** The one call of witnesses, who need no account: their signature speaks for them. Source: rules §19.9. */
export function publicLogApi(
  api: FastifyInstance,
  { witnesses, tools }: { witnesses: Pick<Witnesses, 'take'>; tools: Pick<ApiTools<unknown>, 'send' | 'language'> },
): void {
  api.post<{ Body: { note: string } }>(
    '/log/cosignatures',
    {
      ...fromNoOtherSite(tools),
      bodyLimit: 8 * 1024,
      schema: {
        summary: 'A head of the public log that a listed witness has signed',
        body: Cosigned,
        response: answers(Type.Object({ size: Type.Integer(), at: Type.Integer() })),
      },
    },
    async (request, reply) => tools.send(request, reply, await witnesses.take(request.body.note), 'witnesses:api.kept'),
  )
}
