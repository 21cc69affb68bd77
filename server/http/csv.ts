import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** Sends a table for a spreadsheet piece by piece. `name`: of the file, without its extension. */
export const sendCsv = (reply: FastifyReply, name: string, pieces: Iterable<string> | AsyncIterable<string>) =>
  reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}.csv"`)
    .send(Readable.from(pieces))
