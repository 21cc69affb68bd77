import type { FastifyInstance } from 'fastify'

/**
 * Listens to the routes that are registered from now on, and answers which methods an address knows: the difference
 * between "no such address" (404) and "not this way" (405).
 */
export function rememberMethods(app: FastifyInstance): (url: string) => string[] {
  const known = new Map<string, { pattern: RegExp; methods: Set<string> }>()
  app.addHook('onRoute', ({ url, method }) => {
    const entry = known.get(url) ?? {
      pattern: new RegExp(`^${url.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:\w+/g, '[^/]+')}$`),
      methods: new Set<string>(),
    }
    for (const name of [method].flat()) entry.methods.add(name)
    known.set(url, entry)
  })
  return (url) => {
    const path = url.split('?')[0]!
    return [...known.values()].flatMap(({ pattern, methods }) => (pattern.test(path) ? [...methods] : []))
  }
}
