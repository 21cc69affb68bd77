import { pageOf } from '#pages/ui/form/page-of.ts'
import { href } from '#pages/ui/href.ts'
import { titleOf, titlePart } from '#server/domain/messages/message-templates.ts'
import type { DeskPage } from '#server/features/index.ts'
import { IdsForm, idField } from '#server/features/messages/templates/schema.ts'
import type { IdLine } from '#server/features/messages/templates/service.ts'

export const texts = ['templates', 'imports', 'files', 'unfit', 'list'] as const
export const title = ({ t }: DeskPage) => t('staff:menu.message-ids')

/** Lines of a page: both languages of twenty messages. Saving leads on, so that many ids are typed without scrolling. */
const perPage = 40

const states = ['missing', 'changed'] as const satisfies readonly IdLine['state'][]

/** The provider's id of every SMS in both languages (`?status=missing`: only those without one). */
export function load({ services, query, language, t }: DeskPage) {
  const { templates } = services
  const shown = states.find((state) => state === query.status) ?? null
  const lines = templates.idLines()
  const titles = new Map(
    [...new Set(lines.map(({ template }) => template))].map((template) => {
      const named = templates.view(template)?.parts.find(({ part }) => part === titlePart(template))
      return [template, named ? titleOf(named.words[language]) : null] as const
    }),
  )
  const found = lines.filter(({ state }) => shown === null || state === shown)
  const { page, pages, lines: here } = pageOf(found, query.page, perPage)
  return {
    shown,
    page,
    pages,
    counts: templates.idCounts(),
    seen: templates.newestVersion(),
    lines: here.map((line) => ({
      ...line,
      field: idField(line),
      title: titles.get(line.template) ?? t('templates:own-words'),
    })),
  }
}

/** Where saving leads: to the next page of all ids, or to what is left of a part, which begins anew. */
function nextOf({ query, cellBase, services }: DeskPage): string {
  const status = states.find((state) => state === query.status)
  if (status) return href(cellBase, 'message-ids', undefined, { status })
  const { page, pages } = pageOf(services.templates.idLines(), query.page, perPage)
  return href(cellBase, 'message-ids', undefined, page < pages ? { page: page + 1 } : {})
}

/** Gives the ids that were typed; a line that the page did not show stays as it is. */
export function action(page: DeskPage) {
  const form = page.form(IdsForm)
  if (!form.ok) return form
  const sent = form.value as Record<string, string | undefined>
  const { templates } = page.services
  const given = templates.idLines().flatMap(({ template, language }) => {
    const field = idField({ template, language })
    return field in page.posted ? [{ template, language, id: sent[field] ?? '' }] : []
  })
  const done = templates.changeIds(page.actor, given, Number(sent.seen))
  if (!done.ok) return done
  return page.redirect(nextOf(page), {
    type: done.value > 0 ? 'success' : 'info',
    key: done.value > 0 ? 'templates:flash.ids' : 'templates:flash.ids-none',
    values: { count: done.value },
  })
}
