import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { candidateRoutes, type RouteRule } from '#server/domain/terms/routes.ts'
import type { Namespace } from '#server/i18n/keys.ts'

/** The files of all pages within `pages/`: `candidate/allotment/[round]/page.tsx`. */
export const pageFiles = readdirSync('pages', { recursive: true, encoding: 'utf8' }).filter((file) =>
  /(^|\/)page\.tsx$/.test(file),
)

/** The route of a candidate's page: `allotment/:round`. */
const routeOf = (page: string) => page.replace(/^candidate\/|\/page\.tsx$/g, '').replace(/\[(\w+)\]/g, ':$1')

/** May everybody open this page? */
export const isPublic = (page: string): boolean =>
  (candidateRoutes as Record<string, RouteRule>)[routeOf(page)]?.audience === 'public'

/** The namespaces of texts that a page's server half asks for. */
export function textsOf(page: string): Namespace[] {
  const file = `pages/${page.replace(/\.tsx$/, '.server.ts')}`
  const source = existsSync(file) ? readFileSync(file, 'utf8') : ''
  return (/export const texts = \[([^\]]*)\]/.exec(source)?.[1]?.match(/\w+/g) ?? []) as Namespace[]
}
