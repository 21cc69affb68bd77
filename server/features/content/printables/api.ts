import type { FastifyInstance, FastifyReply } from 'fastify'
import Type from 'typebox'
import type { Actor } from '#server/domain/terms/actor.ts'
import { type ApiTools, failure, sendRefusal } from '#server/http/api.ts'
import type { Printables, PrintedFile } from './service'

const file = Type.String({ format: 'binary' })

/** Sends a document as a file for its owner, with no caching on the way. */
export const sendPrinted = (reply: FastifyReply, { bytes, fileName }: PrintedFile) =>
  reply
    .header('cache-control', 'private, no-store')
    .header('content-disposition', `inline; filename="${fileName}"`)
    .type('application/pdf')
    .send(Buffer.from(bytes))

/** Documents as PDF files. Source: rules §15.4. */
export function printablesApi<Asker extends Actor>(
  app: FastifyInstance,
  { printables, tools }: { printables: Printables; tools: ApiTools<Asker> },
) {
  app.get<{ Params: { kind: string } }>(
    '/printables/:kind.pdf',
    {
      onRequest: tools.needsBearer,
      schema: {
        summary:
          'A document as PDF: application-form, acknowledgement, merit-provisional, merit-final, receipt-{payment}, option-form-{round}, allotment-letter-{round}',
        security: [{ bearer: [] }],
        params: Type.Object({ kind: Type.String() }),
        response: {
          200: { description: 'The document', content: { 'application/pdf': { schema: file } } },
          '4xx': failure,
          '5xx': failure,
        },
      },
    },
    async (request, reply) => {
      const language = tools.language(request)
      const result = await printables.print(tools.actor(request), request.params.kind, language)
      return result.ok ? sendPrinted(reply, result.value) : sendRefusal(reply, result.refusal, language)
    },
  )
}
