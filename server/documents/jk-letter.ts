import type { JkLetterFacts } from '#server/domain/site/printable.ts'
import { formatCount, formatDateTime } from '#server/i18n/format.ts'
import { translate } from '#server/i18n/texts.ts'
import { type Issuer, letterhead } from './letterhead'
import type { Block, Printable } from './printable'

/** The letter with which a J&K migrant reports to the institute. */
export function jkLetter(facts: JkLetterFacts, issuer: Issuer): Printable {
  const { language, userId, fullName, merit, choiceCode, institute, course, preference, releasedAt } = facts
  const t = (key: Parameters<typeof translate>[1], values?: Parameters<typeof translate>[2]) =>
    translate(language, key, values)
  const blocks: Block[] = [
    {
      kind: 'notice',
      tone: 'good',
      title: t('jkseats:letter.notice'),
      words: t('jkseats:letter.words', { at: formatDateTime(releasedAt, language) }),
    },
    {
      kind: 'section',
      title: t('jkseats:letter.seat'),
      rows: [
        { label: t('printables:label.application-id'), value: userId },
        { label: t('printables:label.name'), value: fullName },
        { label: t('jkseats:column.merit'), value: formatCount(merit) },
        { label: t('jkseats:column.choice-code'), value: choiceCode },
        { label: t('jkseats:column.institute'), value: institute },
        { label: t('jkseats:column.course'), value: course },
        { label: t('jkseats:column.preference'), value: String(preference) },
      ],
    },
    {
      kind: 'notice',
      tone: 'plain',
      title: t('jkseats:letter.next'),
      words: t('jkseats:letter.next-about'),
    },
  ]
  return { ...letterhead(issuer, facts, { title: t('jkseats:letter.title') }), blocks }
}
