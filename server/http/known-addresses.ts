import type { FastifyInstance } from 'fastify'

/** The addresses of a part of the server. */
export type KnownAddresses = {
  /** The methods of an address, to tell "no such address" (404) from "wrong method" (405). */
  methods(path: string): string[]
  /** The address of a page that was meant by one in other letters or with other slashes; undefined if there is none. */
  meant(path: string): string | undefined
}

/** Records the routes registered from now on. */
export function rememberAddresses(app: FastifyInstance): KnownAddresses {
  const known = new Map<string, Set<string>>()
  app.addHook('onRoute', ({ url, method }) => {
    const methods = known.get(url) ?? new Set<string>()
    for (const name of [method].flat()) methods.add(name)
    known.set(url, methods)
  })
  let patterns: { pattern: RegExp; methods: Set<string> }[] | undefined
  const partsOf = (path: string) => path.split('/').filter(Boolean)
  return {
    methods(path) {
      patterns ??= [...known].map(([url, methods]) => ({ pattern: patternOf(url), methods }))
      return patterns.flatMap(({ pattern, methods }) => (pattern.test(path) ? [...methods] : []))
    },
    meant(path) {
      const typed = partsOf(path)
      for (const [url, methods] of known) {
        const parts = partsOf(url)
        const isMeant = (part: string, place: number) =>
          part.startsWith(':') || part.toLowerCase() === typed[place]!.toLowerCase()
        if (!methods.has('GET') || parts.length !== typed.length || !parts.every(isMeant)) continue
        return `/${parts.map((part, place) => (part.startsWith(':') ? meantValue(typed[place]!) : part)).join('/')}`
      }
      return undefined
    },
  }
}

/** A parameter as it was meant: words have small letters; numbers, such as an Application ID, are left as they are. */
const meantValue = (typed: string) => (/^[a-z-]+$/i.test(typed) ? typed.toLowerCase() : encodeURIComponent(typed))

const patternOf = (url: string) =>
  new RegExp(`^${url.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:\w+/g, '[^/]+')}$`)
