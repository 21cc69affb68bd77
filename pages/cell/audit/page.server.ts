import type { DeskPage } from '../../../server/services'

export const title = ({ t }: DeskPage) => t('staff:menu.audit')

const names = ['act', 'actor', 'applicationId', 'from', 'until'] as const

/** The lines that match the search in the address. An invalid search finds nothing and is reported. */
export function load({ services, query }: DeskPage) {
  const search = Object.fromEntries(
    names.flatMap((name) => (query[name] === undefined || query[name] === '' ? [] : [[name, query[name]]])),
  ) as Partial<Record<(typeof names)[number], string>>
  const found = services.audit.search({ ...search, before: query.before })
  return {
    search,
    isUnderstood: found.ok,
    lines: found.ok ? found.value.lines : [],
    older: found.ok ? found.value.older : null,
    head: services.audit.head(),
  }
}
