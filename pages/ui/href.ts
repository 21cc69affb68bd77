import type {
  CandidateFile,
  CandidateRoute,
  CellAct,
  CellFile,
  CellRoute,
  RouteParams,
} from '../../server/domain/portal/routes'

type Query = Readonly<Record<string, string | number | null | undefined>>
type Address = CandidateRoute | CandidateFile | CellRoute | CellFile | CellAct

/**
 * The address of one of the portal's own pages, files or acts: `href(base, 'singleMsg/:id', { id: '7' })`. The only place
 * where an address is put together; an unknown route or a missing parameter does not compile. Of `query`, what has no
 * value is left out.
 */
export function href<R extends Address>(
  base: string,
  route: R,
  ...rest: unknown extends RouteParams<R>
    ? [params?: undefined, query?: Query]
    : [params: { readonly [K in keyof RouteParams<R>]: string | number }, query?: Query]
): string {
  const [params, query] = rest as [Record<string, string | number> | undefined, Query | undefined]
  const path = route.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params?.[name] ?? ''))
  const search = new URLSearchParams(
    Object.entries(query ?? {}).flatMap(([key, value]) => (value == null ? [] : [[key, String(value)]])),
  ).toString()
  return `${base}${path}${search && `?${search}`}`
}
