import { listen, readInput } from './baseline'

/** The bytes of the home page from memory, with the product's headers: no cache, no limit, no cookie. */
const { headers, body } = readInput<{ headers: Record<string, string>; body: string }>()
const bytes = Buffer.from(body, 'base64')
await listen((app) => {
  app.get('/*', (_request, reply) => reply.headers(headers).send(bytes))
})
