import { categories } from '#server/domain/terms/claims.ts'
import type { DeskPage } from '#server/features/index.ts'
import type { DataOf } from '#server/http/page.ts'

type Shown = DeskPage<'allotments/:id/seats'>

export const texts = ['allotment', 'meritpages'] as const

const names = ['institute', 'category', 'change'] as const

/** The seats of a run that match the search in the address; null (404) for a run without a result. */
export function load({ services, actor, params, query, t, named }: Shown) {
  const { id } = params
  const search = Object.fromEntries(names.flatMap((name) => (query[name] ? [[name, query[name]]] : []))) as Partial<
    Record<(typeof names)[number], string>
  >
  const found = services.allotment.seats(actor, id, query.after ? { ...search, after: query.after } : search)
  if (!found.ok && found.refusal.status === 404) return null
  const page = found.ok ? found.value : { before: null, institutes: [], rows: [], next: null }
  return {
    id,
    search,
    isUnderstood: found.ok,
    ...page,
    institutes: page.institutes.map((one) => ({ ...one, name: named(one.name) })),
    rows: page.rows.map((row) => ({ ...row, institute: named(row.institute) })),
    categories: categories.map((value) => ({ value, label: t(`meritpages:category.${value}`) })),
  }
}

export const title = ({ t }: Shown, data: DataOf<typeof load>): string => t('allotment:seats.title', { run: data.id })
