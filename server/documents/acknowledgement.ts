import type { AcknowledgementFacts } from '#server/domain/site/printable.ts'
import { formatDateTime } from '#server/i18n/format.ts'
import { translate } from '#server/i18n/texts.ts'
import { type Issuer, letterhead } from './letterhead'
import type { Block, Printable, Row } from './printable'

/** The receipt-cum-acknowledgement of a confirmed form: the accepted claims, and the amounts paid. */
export function acknowledgement(facts: AcknowledgementFacts, issuer: Issuer): Printable {
  const { language, version, confirmedAt, removed, convertDue } = facts
  const t = (key: Parameters<typeof translate>[1], values?: Parameters<typeof translate>[2]) =>
    translate(language, key, values)
  const money: Row[] = [
    { label: t('scrutiny:ack.fee'), value: facts.fee },
    ...(convertDue ? [{ label: t('scrutiny:ack.convert-due'), value: convertDue }] : []),
  ]
  const blocks: Block[] = [
    {
      kind: 'summary',
      notice: {
        tone: 'good',
        title: t('printables:acknowledgement.confirmed', { at: formatDateTime(confirmedAt, language) }),
        words: t('printables:acknowledgement.version', { version }),
      },
      rows: [
        { label: t('printables:label.application-id'), value: facts.userId },
        { label: t('printables:label.name'), value: facts.fullName },
        { label: t('printables:label.course'), value: issuer.course.courseShortTitle[language] },
        { label: t('printables:label.year'), value: issuer.course.academicYear },
        { label: t('scrutiny:ack.officer'), value: facts.checkedBy },
      ],
      photo: { image: facts.photo, words: t('printables:photo') },
    },
    {
      kind: 'section',
      title: t('scrutiny:ack.considered'),
      rows: [...facts.considered, ...(removed ? [{ label: t('scrutiny:ack.removed'), value: removed }] : []), ...money],
    },
    {
      kind: 'table',
      title: t('scrutiny:ack.documents'),
      columns: [
        { title: t('printables:acknowledgement.number'), share: 0.1 },
        { title: t('printables:acknowledgement.document'), share: 0.9 },
      ],
      rows: facts.documents.map((name, place) => [String(place + 1), name]),
    },
    {
      kind: 'notice',
      tone: 'plain',
      title: t('printables:acknowledgement.no-signature'),
      words: t('printables:acknowledgement.keep'),
    },
  ]
  return { ...letterhead(issuer, facts, { title: t('printables:acknowledgement.title') }), blocks }
}
