import type { DeskPage } from '../../../server/services'

export const texts = ['grievances'] as const
export const title = ({ t }: DeskPage) => t('staff:menu.grievances')

const names = ['state', 'type', 'applicationId'] as const

/** The grievances that match the search in the address. An invalid search finds nothing and is reported. */
export function load({ services, query, actor }: DeskPage) {
  const search = Object.fromEntries(
    names.flatMap((name) => (query[name] === undefined || query[name] === '' ? [] : [[name, query[name]]])),
  ) as Partial<Record<(typeof names)[number], string>>
  const found = services.grievances.queue(actor, { ...search, after: query.after })
  return {
    search,
    isUnderstood: found.ok,
    lines: found.ok ? found.value.lines : [],
    next: found.ok ? found.value.next : null,
  }
}
