import type { NextAct } from '#pages/parts/state/state.ts'
import { href } from '#pages/ui/href.ts'
import type { OptionsNow } from '#server/domain/site/next-duties.ts'
import type { CandidatePage } from '#server/features/index.ts'
import { formatDateTime } from '#server/i18n/format.ts'
import type { Instant } from '#server/kernel/time.ts'

/** Filling in, or confirming, the list of the round whose option form is open, as the one act of a page. */
export function optionsAct(
  { base, language, t }: Pick<CandidatePage, 'base' | 'language' | 't'>,
  { round, count, by }: OptionsNow,
): NextAct {
  const state = count ? 'filled' : 'empty'
  return {
    title: t(`hero:act.options-${state}`),
    notes: [t('hero:act.options-about')],
    due: by === null ? null : { words: t('hero:due', { by: formatDateTime(by as Instant, language) }), until: by },
    go: {
      href: href(base, count ? 'option-form/lisitng-confirm' : 'option-form', undefined, { round }),
      text: t(`application:options.${state}-go`),
    },
  }
}
