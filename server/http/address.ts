import type { FastifyRequest } from 'fastify'

/** Does the request name one host and a plain path of ours? Rejects absolute URLs and fragments. */
export function isPlainlyAddressed({ originalUrl, raw }: FastifyRequest): boolean {
  let hosts = 0
  for (let at = 0; at < raw.rawHeaders.length; at += 2) if (raw.rawHeaders[at]!.toLowerCase() === 'host') hosts++
  return hosts <= 1 && originalUrl.startsWith('/') && !originalUrl.includes('#')
}

/**
 * The path of a request: its route with its parameters, however the sender spelled it. If no route matches, the decoded
 * path: for inspection only, never for an answer. Source: case 77.
 */
export function pathOf(request: FastifyRequest): string {
  const route = request.routeOptions.url
  if (route === undefined) return decodeURIComponent(request.url.split('?')[0]!)
  if (!/[:*]/.test(route)) return route
  const params = request.params as Readonly<Record<string, string>>
  return route
    .replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
    .replace('*', () => encodeURI(params['*'] ?? ''))
}

/**
 * A path as its sender most likely meant it: in small letters, with single slashes and one at its end. For inspection only,
 * as no route is matched by it.
 */
export const meantPath = (path: string): string => `${path}/`.replace(/\/{2,}/g, '/').toLowerCase()

/** The query without repeated names: a name that occurs twice is dropped. */
export const onceEach = (query: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(query as object).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )

/** Path and query of a matched request, rebuilt from the route; the links and forms of its page use it. */
export const addressOf = (request: FastifyRequest): string => withQuery(pathOf(request), request)

/** A path with the query of a request. */
export function withQuery(path: string, request: FastifyRequest): string {
  const query = new URLSearchParams(onceEach(request.query)).toString()
  return query ? `${path}?${query}` : path
}
