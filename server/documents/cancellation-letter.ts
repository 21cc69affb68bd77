import type { CancellationFacts } from '#server/domain/site/printable.ts'
import { formatDateTime } from '#server/i18n/format.ts'
import { translate } from '#server/i18n/texts.ts'
import { type Issuer, letterhead } from './letterhead'
import type { Block, Printable } from './printable'

/** The letter of a cancelled admission: the seat that was given up, and what the institute returns by when. */
export function cancellationLetter(facts: CancellationFacts, issuer: Issuer): Printable {
  const { language, userId, fullName, caseNumber, requestedAt, dueAt, charge } = facts
  const t = (key: Parameters<typeof translate>[1], values?: Parameters<typeof translate>[2]) =>
    translate(language, key, values)
  const blocks: Block[] = [
    {
      kind: 'notice',
      tone: 'warning',
      title: t('cancellation:letter.notice', { at: formatDateTime(requestedAt, language) }),
      words: t('cancellation:letter.words'),
    },
    {
      kind: 'section',
      title: t('cancellation:letter.seat'),
      rows: [
        { label: t('cancellation:column.case'), value: String(caseNumber) },
        { label: t('printables:label.application-id'), value: userId },
        { label: t('printables:label.name'), value: fullName },
        ...facts.seat,
        facts.reason,
      ],
    },
    facts.returned.length
      ? { kind: 'section', title: t('cancellation:letter.returned'), rows: facts.returned }
      : {
          kind: 'notice',
          tone: 'plain',
          title: t('cancellation:letter.institute'),
          words: t('cancellation:letter.institute-about', { due: formatDateTime(dueAt, language), charge }),
        },
  ]
  return { ...letterhead(issuer, facts, { title: t('cancellation:letter.title') }), blocks }
}
