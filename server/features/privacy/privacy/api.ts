import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** Sends an archive to its owner piece by piece, with no caching on the way. */
export const sendArchive = (reply: FastifyReply, { name, pieces }: { name: string; pieces: AsyncIterable<Buffer> }) =>
  reply
    .header('cache-control', 'private, no-store')
    .header('content-disposition', `attachment; filename="${name}.zip"`)
    .type('application/zip')
    .send(Readable.from(pieces, { objectMode: false }))
