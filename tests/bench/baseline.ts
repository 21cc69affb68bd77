import { readFileSync } from 'node:fs'
import Fastify, { type FastifyInstance } from 'fastify'

/** What the runner measured from the product and this baseline is to repeat. */
export const readInput = <T>(): T => JSON.parse(readFileSync(process.env.BENCH_INPUT!, 'utf8')) as T

/** A bare Fastify: no logger, no hooks, no plugin. */
export async function listen(register: (app: FastifyInstance) => void): Promise<void> {
  const app = Fastify()
  register(app)
  process.stdout.write(`${await app.listen({ host: '127.0.0.1', port: 0 })}\n`)
  process.once('SIGTERM', () => process.exit(0))
}
