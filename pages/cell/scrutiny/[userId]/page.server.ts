import { askOnce } from '#pages/parts/checking/ask.ts'
import { outcomeLines } from '#pages/parts/checking/outcome.ts'
import { refusedFacts } from '#pages/parts/checking/refused.ts'
import { href } from '#pages/ui/href.ts'
import type { AwaitedKind } from '#server/domain/scrutiny/certificates.ts'
import type { Conclusion } from '#server/domain/scrutiny/scrutiny.ts'
import type { DeskPage } from '#server/features/index.ts'
import type { FormOutcome } from '#server/http/page.ts'
import { formatDateTime } from '#server/i18n/format.ts'
import type { Refusal } from '#server/kernel/result.ts'

type Shown = DeskPage<'scrutiny/:userId'>

export const layout = 'work' as const
export const texts = ['staff', 'scrutiny', 'documents'] as const
export const title = ({ params, t }: Shown) => `${t('staff:menu.scrutiny')} ${params.userId}`

/** One form, fact by fact; null (404) for one that this officer may not see. */
export async function load({ services, actor, params, query, language }: Shown) {
  const form = await services.scrutiny.formSoon(actor, params.userId, language)
  if (!form) return null
  return {
    ...form,
    goesOn: query.onward === 'true',
    submitted: formatDateTime(form.submittedAt, language),
    held: form.heldSince === null ? '–' : formatDateTime(form.heldSince, language),
  }
}

const queue = ({ cellBase }: Shown) => href(cellBase, 'scrutiny')
const here = ({ cellBase, params }: Shown) => href(cellBase, 'scrutiny/:userId', { userId: params.userId })

/** Picks up the next form and returns its address, or the queue's address if no form waits. */
function nextForm(page: Shown): string {
  const taken = page.services.scrutiny.takeNext(page.actor)
  if (!taken.ok || taken.value === null) return queue(page)
  return href(page.cellBase, 'scrutiny/:userId', { userId: taken.value }, { onward: 'true' })
}

export function action(page: Shown) {
  const { intent, agreed, onward, ...verdicts } = page.posted
  const { scrutiny } = page.services
  const [actor, userId] = [page.actor, page.params.userId]
  switch (intent) {
    case 'pick-up': {
      const picked = scrutiny.pickUp(actor, userId)
      if (!picked.ok) return picked
      return page.redirect(here(page))
    }
    case 'take-over': {
      const taken = scrutiny.takeOver(actor, userId)
      if (!taken.ok) return taken
      return page.redirect(here(page), { type: 'success', key: 'scrutiny:flash.taken-over' })
    }
    case 'release': {
      const kept = scrutiny.save(actor, userId, verdicts)
      if (!kept.ok) return refused(page, kept.refusal)
      const released = scrutiny.release(actor, userId)
      if (!released.ok) return refused(page, released.refusal)
      return page.redirect(queue(page), { type: 'success', key: 'scrutiny:flash.released' })
    }
    case 'save': {
      const saved = scrutiny.save(actor, userId, verdicts)
      if (!saved.ok) return refused(page, saved.refusal)
      return page.redirect(queue(page), { type: 'success', key: 'scrutiny:flash.saved' })
    }
    case 'accept-rest': {
      const saved = scrutiny.save(actor, userId, verdicts, { isRestAccepted: true })
      if (!saved.ok) return refused(page, saved.refusal)
      return page.redirect(here(page), { type: 'success', key: 'scrutiny:flash.accepted-rest' })
    }
    default: {
      const finished = scrutiny.finish(actor, userId, verdicts, typeof agreed === 'string' ? agreed : undefined)
      if (finished.ok) {
        const key = finished.value.kind === 'revert' ? 'scrutiny:flash.reverted' : 'scrutiny:flash.confirmed'
        const flash = { type: 'success', key, values: { userId } } as const
        return page.redirect(onward === 'true' ? nextForm(page) : queue(page), flash)
      }
      const { conclusion, key, awaited = [], closedAt = null, unopened = 0 } = finished.refusal
      return conclusion && key
        ? askBack(page, { conclusion, key, awaited, closedAt, unopened })
        : refused(page, finished.refusal)
    }
  }
}

/** A refusal with the facts that it names, and the moment since when a colleague holds the form. */
function refused(page: Shown, { params, ...refusal }: Refusal): FormOutcome {
  const since = typeof params?.since === 'number' ? formatDateTime(params.since, page.language) : ''
  return refusedFacts(page, { ...refusal, params: { ...params, since } })
}

/** Asks the officer to agree to the outcome before it takes effect. */
function askBack(
  page: Shown,
  asked: {
    conclusion: Conclusion
    key: string
    awaited: readonly AwaitedKind[]
    closedAt: number | null
    unopened: number
  },
): FormOutcome {
  const { t, language } = page
  const { conclusion, key, awaited, closedAt, unopened } = asked
  return askOnce(page, {
    title: t(`scrutiny:agree.${conclusion.kind}`),
    lines: [
      ...outcomeLines(conclusion, t, awaited),
      ...(closedAt === null ? [] : [t('scrutiny:agree.too-late', { at: formatDateTime(closedAt, language) })]),
      ...(unopened ? [t('scrutiny:agree.unopened', { count: unopened })] : []),
      t('scrutiny:agree.final'),
    ],
    kept: t('scrutiny:agree.kept'),
    submit: t('scrutiny:agree.go'),
    value: key,
  })
}
