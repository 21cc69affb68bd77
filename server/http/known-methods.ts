import type { FastifyInstance } from 'fastify'

/**
 * Records the routes registered from now on. The returned function lists the methods of an address, to tell "no such
 * address" (404) from "wrong method" (405).
 */
export function rememberMethods(app: FastifyInstance): (path: string) => string[] {
  const known = new Map<string, Set<string>>()
  app.addHook('onRoute', ({ url, method }) => {
    const methods = known.get(url) ?? new Set<string>()
    for (const name of [method].flat()) methods.add(name)
    known.set(url, methods)
  })
  let patterns: { pattern: RegExp; methods: Set<string> }[] | undefined
  return (path) => {
    patterns ??= [...known].map(([url, methods]) => ({ pattern: patternOf(url), methods }))
    return patterns.flatMap(({ pattern, methods }) => (pattern.test(path) ? [...methods] : []))
  }
}

const patternOf = (url: string) =>
  new RegExp(`^${url.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:\w+/g, '[^/]+')}$`)
