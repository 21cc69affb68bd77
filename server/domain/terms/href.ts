import type { CandidateAct, CandidateFile, CandidateRoute, CellAct, CellFile, CellRoute, RouteParams } from './routes'

/** The base of a portal's pages for candidates and visitors: `/mbale/candidate/`. `slug`: the course's. */
export const candidateBase = (slug: string): string => `/${slug}/candidate/`

/** The base of a portal's desk: `/mbale/cell/`. */
export const deskBase = (slug: string): string => `/${slug}/cell/`

type Query = Readonly<Record<string, string | number | null | undefined>>
type Address = CandidateRoute | CandidateFile | CandidateAct | CellRoute | CellFile | CellAct

/**
 * The address of one of the portal's own pages, files or acts: `href(base, 'singleMsg/:id', { id: '7' })`. No other
 * code builds such addresses; an unknown route or a missing parameter does not compile. Null and undefined values of
 * `query` are left out.
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
  if (!query) return `${base}${path}`
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([key, value]) => (value == null ? [] : [[key, String(value)]])),
  ).toString()
  return `${base}${path}${search && `?${search}`}`
}
