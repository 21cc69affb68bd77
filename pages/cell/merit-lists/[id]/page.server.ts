import { invalidRelease } from '#pages/parts/release/concerns.server.ts'
import { href } from '#pages/ui/href.ts'
import { seenIn } from '#server/domain/desk/release-concerns.ts'
import { isMeritList } from '#server/domain/merit/lists.ts'
import type { DeskPage } from '#server/features/index.ts'
import { EditionAct } from '#server/features/merit/merit-lists/schema.ts'
import type { DataOf } from '#server/http/page.ts'

type Shown = DeskPage<'merit-lists/:id'>

export const texts = ['merit', 'meritpages'] as const

/** The edition with an extract from one of its lists; null (404) for an unknown one. */
export function load(page: Shown) {
  const { services, actor, query } = page
  const list = isMeritList(query.list) ? query.list : undefined
  const view = services.meritLists.view(actor, page.params.id, list, query.from ?? 1)
  if (!view.ok) return null
  const { isSecondPerson, entries, ...edition } = view.value
  return {
    ...edition,
    mayRelease: edition.state === 'prepared' && isSecondPerson && !edition.isOutdated,
    isOwn: !isSecondPerson,
    // Send only the columns of the list to the browser.
    entries: entries.map(({ meritNumber, userId, fullName, type, category, percentage, decidedBy }) => ({
      meritNumber,
      userId,
      fullName,
      type,
      category,
      percentage,
      decidedBy,
    })),
  }
}

export const title = ({ t }: Shown, { stage, number }: DataOf<typeof load>): string =>
  t('merit:edition', { stage: t(`merit:stage.${stage}`), number })

export function action(page: Shown) {
  const form = page.form(EditionAct)
  if (!form.ok) return form
  const { intent } = form.value
  const decided = page.services.meritLists.decide(page.actor, page.params.id, form.value, seenIn(form.value))
  if (!decided.ok) return invalidRelease(page, decided.refusal)
  return page.redirect(href(page.cellBase, 'merit-lists/:id', { id: page.params.id }), {
    type: intent === 'release' ? 'success' : 'info',
    key: `merit:flash.${intent}`,
  })
}
