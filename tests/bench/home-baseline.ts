import { listen, readInput } from './baseline'

/** The home page's bytes from memory, with the product's headers: no cache to ask, no limit to count, no cookie to read. */
const { headers, body } = readInput<{ headers: Record<string, string>; body: string }>()
const bytes = Buffer.from(body, 'base64')
await listen((app) => {
  app.get('/*', (_request, reply) => reply.headers(headers).send(bytes))
})
