import type { AdmissionReceiptFacts } from '#server/domain/site/printable.ts'
import { formatDateTime } from '#server/i18n/format.ts'
import { translate } from '#server/i18n/texts.ts'
import { type Issuer, letterhead, proofOf } from './letterhead'
import type { Block, Printable } from './printable'

/** The receipt with which an institute confirms an admission: the seat, the originals seen, the certificates awaited. */
export function admissionReceipt(facts: AdmissionReceiptFacts, issuer: Issuer): Printable {
  const { language, userId, fullName, institute, course, choiceCode, round, admittedAt, admittedBy } = facts
  const t = (key: Parameters<typeof translate>[1], values?: Parameters<typeof translate>[2]) =>
    translate(language, key, values)
  const awaited: Block = {
    kind: 'notice',
    tone: 'warning',
    title: t('reporting:receipt.awaited'),
    words: t('reporting:receipt.awaited-about', { kinds: facts.awaited.join(', ') }),
  }
  const proof = proofOf(facts, { title: t('reporting:receipt.no-signature'), words: t('reporting:receipt.keep') })
  const blocks: Block[] = [
    {
      kind: 'summary',
      notice: {
        tone: 'good',
        title: t('reporting:receipt.admitted', { at: formatDateTime(admittedAt, language) }),
        words: t('reporting:receipt.words', { institute }),
      },
      rows: [
        { label: t('printables:label.application-id'), value: userId },
        { label: t('printables:label.name'), value: fullName },
        { label: t('printables:label.course'), value: issuer.course.courseShortTitle[language] },
        { label: t('printables:label.year'), value: issuer.course.academicYear },
      ],
      photo: { image: facts.photo, words: t('printables:photo') },
    },
    {
      kind: 'section',
      title: t('reporting:receipt.seat'),
      rows: [
        { label: t('reporting:column.institute'), value: institute },
        { label: t('cancellation:column.course'), value: course },
        { label: t('reporting:column.choice-code'), value: choiceCode },
        { label: t('cancellation:column.round'), value: String(round) },
        { label: t('reporting:receipt.by'), value: admittedBy },
      ],
    },
    {
      kind: 'table',
      title: t('reporting:receipt.originals'),
      columns: [{ title: t('reporting:receipt.document'), share: 1 }],
      rows: facts.seen.map((kind) => [kind]),
    },
    ...(facts.awaited.length ? [awaited] : []),
    ...proof.blocks,
  ]
  return { ...proof.more, ...letterhead(issuer, facts, { title: t('reporting:receipt.title') }), blocks }
}
