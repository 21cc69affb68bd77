import type { FastifyInstance } from 'fastify'
import { checkpointFile } from '#server/domain/log/files.ts'
import { candidateBase, href } from '#server/domain/terms/href.ts'
import type { Portal } from './pages'

/** A new head is seen within seconds; every other file stays as it is for ever. */
const caching = (isNote: boolean) => (isNote ? 'public, max-age=5' : 'public, max-age=31536000, immutable')

/** The files of the public log, for anybody who mirrors it. Source: rules §19.3. */
export function registerPublicLog(
  app: FastifyInstance,
  { services: { publicLog, witnesses, course } }: Pick<Portal, 'services'>,
): void {
  // Whoever shortens an address of the log is led to the page that explains it.
  const about = href(candidateBase(course.slug), 'public-log')
  app.get('/log', { schema: { hide: true } }, (_, reply) => reply.redirect(about, 302))
  app.get<{ Params: { '*': string } }>('/log/*', { schema: { hide: true } }, (request, reply) => {
    const name = request.params['*']
    if (name === '') return reply.redirect(about, 302)
    const [, number] = /^proof\/(0|[1-9]\d{0,8})$/.exec(name) ?? []
    const proof = number === undefined ? null : publicLog.proofOf(Number(number))
    if (proof !== null)
      return reply.header('cache-control', 'public, max-age=5').type('text/plain; charset=utf-8').send(proof)
    const content = name.startsWith('witnessed/') ? witnesses.file(name) : publicLog.file(name)
    const isNote = name === checkpointFile || typeof content === 'string'
    if (!content)
      return reply
        .code(404)
        .type('text/plain; charset=utf-8')
        .send(`There is no such file of this log. What it is: ${about}\n`)
    return reply
      .header('cache-control', caching(isNote))
      .header('access-control-allow-origin', '*')
      .type(isNote ? 'text/plain; charset=utf-8' : 'application/octet-stream')
      .send(name === checkpointFile ? witnesses.below(Buffer.from(content).toString()) : Buffer.from(content))
  })
}
