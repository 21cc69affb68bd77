import { askOnce } from '#pages/parts/checking/ask.ts'
import { refusedFacts } from '#pages/parts/checking/refused.ts'
import { href } from '#pages/ui/href.ts'
import type { DeskPage } from '#server/features/index.ts'

type Shown = DeskPage<'second-reading/:userId'>

export const layout = 'work' as const
export const texts = ['staff', 'scrutiny', 'documents'] as const
export const title = ({ params, t }: Shown) => `${t('scrutiny:second.title')} ${params.userId}`

/** A confirmed form for its second reader, without the first verdicts; null (404) for one that this officer may not read. */
export const load = ({ services, actor, params, language }: Shown) =>
  services.secondReadings.open(actor, params.userId, language)

/** Records the verdicts, once the officer has agreed; then the next form follows, or the queue. */
export function action(page: Shown) {
  const { services, actor, params, cellBase, t } = page
  const { intent: _, agreed, onward, ...given } = page.posted
  const { userId } = params
  const may = services.secondReadings.mayFinish(actor, userId, given)
  if (!may.ok) return refusedFacts(page, may.refusal)
  if (agreed !== 'second')
    return askOnce(page, {
      title: t('scrutiny:second.agree'),
      lines: [t('scrutiny:second.preview'), t('scrutiny:agree.final')],
      submit: t('scrutiny:second.agree-go'),
      value: 'second',
    })
  const done = services.secondReadings.finish(actor, userId, given)
  if (!done.ok) return refusedFacts(page, done.refusal)
  const next = onward === 'true' ? services.secondReadings.takeNext(actor) : null
  const to =
    next?.ok && next.value !== null
      ? href(cellBase, 'second-reading/:userId', { userId: next.value })
      : href(cellBase, 'scrutiny')
  return page.redirect(to, { type: 'success', key: 'scrutiny:flash.second-done', values: { userId } })
}
