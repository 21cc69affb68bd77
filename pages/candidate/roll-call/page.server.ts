import { href } from '#pages/ui/href.ts'
import { isLastRound } from '#server/domain/terms/cap-rounds.ts'
import type { Page } from '#server/features/index.ts'
import { RollCallForm } from '#server/features/seats/roll-call/schema.ts'
import { formatDateTime } from '#server/i18n/format.ts'

export const texts = ['rollcall'] as const
export const title = ({ t }: Page) => t('rollcall:title')

/** The roll-call that the link asks about; nothing of its candidate but the answer is shown. `asks` null: another link. */
export function load({ services, query, language }: Page) {
  const found = services.rollCall.read(query.token ?? '')
  if (!found.ok) return { asks: null }
  const { round, answer, closesAt, isOpen, holds, isInPlay } = found.value
  const by = closesAt === null ? '' : formatDateTime(closesAt, language)
  const isLast = isLastRound(services.course.rounds, round)
  return { asks: { round, answer, isOpen, holds, isInPlay, by, isLast } }
}

/** A link that is cut off, of an earlier secret, or made up. */
export const status = ({ asks }: ReturnType<typeof load>) => (asks ? 200 : 404)

/** Answers. Links act by POST only, because mail and message scanners open them too. */
export function action(page: Page) {
  const form = page.form(RollCallForm)
  if (!form.ok) return form
  const token = page.query.token ?? ''
  const answered = page.services.rollCall.answer(token, form.value.answer, page.arrivedAt)
  if (!answered.ok) return answered
  return page.redirect(href(page.base, 'roll-call', undefined, { token }), {
    type: 'success',
    key: `rollcall:flash.${form.value.answer}`,
  })
}
