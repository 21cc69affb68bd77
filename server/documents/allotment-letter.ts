import type { AllotmentLetterFacts } from '#server/domain/site/printable.ts'
import { formatDateTime } from '#server/i18n/format.ts'
import { translate } from '#server/i18n/texts.ts'
import { type Issuer, letterhead, proofOf } from './letterhead'
import type { Block, Printable } from './printable'

/** A section, left out if it has no rows. */
const section = (title: string, rows: AllotmentLetterFacts['next']): Block[] =>
  rows.length ? [{ kind: 'section', title, rows }] : []

/**
 * The provisional allotment letter of a round: the seat, the merit numbers behind it, what is recorded about accepting
 * it, and the next acts.
 */
export function allotmentLetter(facts: AllotmentLetterFacts, issuer: Issuer): Printable {
  const { language, round, publishedAt } = facts
  const t = (key: Parameters<typeof translate>[1], values?: Parameters<typeof translate>[2]) =>
    translate(language, key, values)
  const proof = proofOf(facts, { title: t('results:letter.no-signature'), words: t('results:letter.check') })
  const blocks: Block[] = [
    {
      kind: 'summary',
      notice: {
        tone: 'good',
        title: t('outcome:letter.allotted', { round }),
        words: t('outcome:letter.published', { at: formatDateTime(publishedAt, language) }),
      },
      rows: [
        { label: t('printables:label.application-id'), value: facts.userId },
        { label: t('printables:label.name'), value: facts.fullName },
        { label: t('printables:label.course'), value: issuer.course.courseShortTitle[language] },
        { label: t('printables:label.year'), value: issuer.course.academicYear },
        ...facts.numbers,
      ],
      photo: { image: facts.photo, words: t('printables:photo') },
    },
    { kind: 'section', title: t('outcome:letter.seat'), rows: facts.seat },
    ...section(t('results:letter.acceptance'), facts.acceptance),
    ...section(t('outcome:letter.next'), facts.next),
    {
      kind: 'notice',
      tone: 'plain',
      title: t('outcome:letter.provisional'),
      words: t('outcome:letter.provisional-about'),
    },
    ...proof.blocks,
  ]
  const head = letterhead(issuer, facts, { title: t('outcome:letter.title', { round }) })
  return { ...proof.more, ...head, isFull: facts.proof !== null, blocks }
}
