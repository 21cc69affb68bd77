import { readFileSync } from 'node:fs'
import Fastify, { type FastifyInstance } from 'fastify'

/** The answer of the product that this baseline must repeat. */
export const readInput = <T>(): T => JSON.parse(readFileSync(process.env.BENCH_INPUT!, 'utf8')) as T

/** A bare Fastify server: no logger, no hooks, no plugins. */
export async function listen(register: (app: FastifyInstance) => void): Promise<void> {
  const app = Fastify()
  register(app)
  process.stdout.write(`${await app.listen({ host: '127.0.0.1', port: 0 })}\n`)
  process.once('SIGTERM', () => process.exit(0))
}
