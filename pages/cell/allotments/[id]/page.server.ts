import { invalidRelease } from '#pages/parts/release/concerns.server.ts'
import { href } from '#pages/ui/href.ts'
import { seenIn } from '#server/domain/desk/release-concerns.ts'
import type { DeskPage } from '#server/features/index.ts'
import { RunAct } from '#server/features/seats/allotment/schema.ts'
import type { DataOf } from '#server/http/page.ts'
import { formatDateTime } from '#server/i18n/format.ts'

type Shown = DeskPage<'allotments/:id'>

export const texts = ['allotment', 'overview'] as const

/** The run with its figures and the changes since the run before; null (404) for an unknown run. */
export function load(page: Shown) {
  const { services, language, actor, reply } = page
  const found = services.allotment.view(actor, page.params.id)
  if (!found.ok) return null
  const { preparedAt, releasedAt, verifiedAt, publishedAt, publishAt, ...run } = found.value
  // Reload without JavaScript too.
  if (run.state === 'preparing') reply.header('refresh', '4')
  const time = (at: number | null) => (at === null ? null : formatDateTime(at, language))
  return {
    ...run,
    preparedAt: time(preparedAt)!,
    releasedAt: time(releasedAt),
    verifiedAt: time(verifiedAt),
    publishedAt: time(publishedAt),
    publishAt: time(publishAt),
  }
}

export const title = ({ t }: Shown, { id, round }: DataOf<typeof load>): string =>
  t('allotment:run.title', { round, run: id })

export function action(page: Shown) {
  const form = page.form(RunAct)
  if (!form.ok) return form
  const { intent, checked } = form.value
  const { allotment } = page.services
  const done =
    intent === 'release'
      ? allotment.release(page.actor, page.params.id, seenIn(form.value), checked === true)
      : allotment.discard(page.actor, page.params.id)
  if (!done.ok) return invalidRelease(page, done.refusal)
  return page.redirect(href(page.cellBase, 'allotments/:id', { id: page.params.id }), {
    type: intent === 'release' ? 'success' : 'info',
    key: intent === 'release' ? 'allotment:flash.released' : 'allotment:flash.discarded',
  })
}
