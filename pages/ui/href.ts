import type { CandidateRoute, CellRoute, RouteParams } from '../../server/domain/routes'

type Query = Readonly<Record<string, string | number | undefined>>

/**
 * The address of one of the portal's own pages: `href(base, 'singleMsg/:id', { id: '7' })`. The only place where an
 * address is put together; an unknown route or a missing parameter does not compile.
 */
export function href<R extends CandidateRoute | CellRoute>(
  base: string,
  route: R,
  ...rest: unknown extends RouteParams<R>
    ? [params?: undefined, query?: Query]
    : [params: RouteParams<R>, query?: Query]
): string {
  const [params, query] = rest as [Record<string, string> | undefined, Query | undefined]
  const path = route.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params?.[name] ?? ''))
  const search = new URLSearchParams(
    Object.entries(query ?? {}).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]])),
  ).toString()
  return `${base}${path}${search && `?${search}`}`
}
