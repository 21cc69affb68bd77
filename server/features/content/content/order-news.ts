import type { FormRules } from '#server/domain/application/form/form-rules.ts'
import { formatDateTime } from '#server/i18n/format.ts'
import { pageTexts } from '#server/i18n/texts.ts'
import type { Language } from '#server/kernel/languages.ts'
import { differences } from './setting-words'
import type { ChangeByOrder } from './settings'

/**
 * What candidates read when an order changes a value on which they relied, in one language: the title and the text of the
 * notice and of the message, and its SMS. Source: rules §13.2.
 */
export function orderNews(
  { setting, before, after, round, orderNumber, effectiveAt }: ChangeByOrder,
  {
    form,
    courseShortTitle,
  }: { form: Pick<FormRules, 'qualification' | 'lists'>; courseShortTitle: Record<Language, string> },
  language: Language,
): { title: string; body: string; sms: string } {
  const t = pageTexts[language]
  const name = t(`season:name.${setting}`)
  const from =
    effectiveAt === null
      ? t('season:told.from-now')
      : t('season:told.from', { time: formatDateTime(effectiveAt, language) })
  const lines = differences({ t, language }, setting, { before, after } as never, form)
  return {
    title: round === null ? t('season:told.title', { name }) : t('season:told.title-round', { round }),
    body: [t('season:told.body', { order: orderNumber ?? '' }), lines.join('\n'), from, t('season:told.safe')].join(
      '\n\n',
    ),
    sms: t('season:told.sms', { course: courseShortTitle[language] }),
  }
}
