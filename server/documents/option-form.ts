import type { OptionFormFacts } from '#server/domain/site/printable.ts'
import { formatDateTime } from '#server/i18n/format.ts'
import { translate } from '#server/i18n/texts.ts'
import { type Issuer, letterhead } from './letterhead'
import type { Block, Printable } from './printable'

/** The confirmed option form of a round: the list used by the allotment, in its order. */
export function optionForm(facts: OptionFormFacts, issuer: Issuer): Printable {
  const { language, round, confirmedAt, fingerprint, choices } = facts
  const t = (key: Parameters<typeof translate>[1], values?: Parameters<typeof translate>[2]) =>
    translate(language, key, values)
  const blocks: Block[] = [
    {
      kind: 'summary',
      notice: {
        tone: 'good',
        title: t('options:pdf.confirmed', { at: formatDateTime(confirmedAt, language) }),
        words: t('options:pdf.about', { count: choices.length, fingerprint: fingerprint.slice(0, 12) }),
      },
      rows: [
        { label: t('printables:label.application-id'), value: facts.userId },
        { label: t('printables:label.name'), value: facts.fullName },
        { label: t('printables:label.course'), value: issuer.course.courseShortTitle[language] },
        { label: t('printables:label.year'), value: issuer.course.academicYear },
      ],
      photo: { image: facts.photo, words: t('printables:photo') },
    },
    {
      kind: 'table',
      title: t('options:pdf.list'),
      columns: [
        { title: t('options:working.place'), share: 0.08, align: 'right' },
        { title: t('options:working.code'), share: 0.17 },
        { title: t('options:working.institute'), share: 0.55 },
        { title: t('options:search.district'), share: 0.2 },
      ],
      rows: choices.map(({ code, institute, course, district }, place) => [
        String(place + 1),
        code,
        [institute, course].filter(Boolean).join(', '),
        district,
      ]),
    },
    {
      kind: 'notice',
      tone: 'plain',
      title: t('options:pdf.keep'),
      words: t('options:pdf.keep-about'),
    },
  ]
  return { ...letterhead(issuer, facts, { title: t('options:pdf.title', { round }) }), blocks }
}
