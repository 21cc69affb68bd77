import type { FastifyInstance } from 'fastify'
import { checkpointFile } from '#server/domain/log/files.ts'
import type { Portal } from './pages'

/** A new checkpoint is seen within seconds; every other file stays as it is for ever. */
const caching = (name: string) =>
  name === checkpointFile ? 'public, max-age=5' : 'public, max-age=31536000, immutable'

/** The files of the public log, for anybody who mirrors it. Source: rules §19.3. */
export function registerPublicLog(app: FastifyInstance, { services: { publicLog } }: Pick<Portal, 'services'>): void {
  app.get<{ Params: { '*': string } }>('/log/*', { schema: { hide: true } }, (request, reply) => {
    const name = request.params['*']
    const [, number] = /^proof\/(0|[1-9]\d{0,8})$/.exec(name) ?? []
    const proof = number === undefined ? null : publicLog.proofOf(Number(number))
    if (proof !== null)
      return reply.header('cache-control', 'public, max-age=5').type('text/plain; charset=utf-8').send(proof)
    const content = publicLog.file(name)
    if (!content) return reply.code(404).type('text/plain; charset=utf-8').send('There is no such file of this log.\n')
    return reply
      .header('cache-control', caching(name))
      .header('access-control-allow-origin', '*')
      .type(name === checkpointFile ? 'text/plain; charset=utf-8' : 'application/octet-stream')
      .send(Buffer.from(content))
  })
}
