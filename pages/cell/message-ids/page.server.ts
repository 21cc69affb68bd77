import { href } from '#pages/ui/href.ts'
import { titleOf, titlePart } from '#server/domain/messages/message-templates.ts'
import type { DeskPage } from '#server/features/index.ts'
import { IdsForm, idField } from '#server/features/messages/templates/schema.ts'
import type { IdLine } from '#server/features/messages/templates/service.ts'

export const texts = ['templates', 'imports', 'files', 'unfit', 'list'] as const
export const title = ({ t }: DeskPage) => t('staff:menu.message-ids')

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
  return {
    shown,
    counts: templates.idCounts(),
    seen: templates.newestVersion(),
    lines: lines
      .filter(({ state }) => shown === null || state === shown)
      .map((line) => ({ ...line, field: idField(line), title: titles.get(line.template) ?? t('templates:own-words') })),
  }
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
  return page.redirect(href(page.cellBase, 'message-ids'), {
    type: done.value > 0 ? 'success' : 'info',
    key: done.value > 0 ? 'templates:flash.ids' : 'templates:flash.ids-none',
    values: { count: done.value },
  })
}
