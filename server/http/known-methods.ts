import type { FastifyInstance } from 'fastify'

/**
 * Records the routes registered from now on. The returned function lists the methods of an address, to tell "no such
 * address" (404) from "wrong method" (405).
 */
export function rememberMethods(app: FastifyInstance): (path: string) => string[] {
  const known = new Map<string, { pattern: RegExp; methods: Set<string> }>()
  app.addHook('onRoute', ({ url, method }) => {
    const entry = known.get(url) ?? {
      pattern: new RegExp(`^${url.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:\w+/g, '[^/]+')}$`),
      methods: new Set<string>(),
    }
    for (const name of [method].flat()) entry.methods.add(name)
    known.set(url, entry)
  })
  return (path) => [...known.values()].flatMap(({ pattern, methods }) => (pattern.test(path) ? [...methods] : []))
}
