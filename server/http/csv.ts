import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** A table for a spreadsheet, sent piece by piece as it is read. `name`: of the file, without its ending. */
export const sendCsv = (reply: FastifyReply, name: string, pieces: Iterable<string>) =>
  reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}.csv"`)
    .send(Readable.from(pieces))
