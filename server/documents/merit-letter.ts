import type { MeritLetterFacts } from '#server/domain/site/printable.ts'
import { listCriterionText } from '#server/domain/terms/criteria.ts'
import { formatCount, formatDate, formatDateTime } from '#server/i18n/format.ts'
import { translate } from '#server/i18n/texts.ts'
import { ist } from '#server/kernel/time.ts'
import { type Issuer, letterhead } from './letterhead'
import type { Block, Printable } from './printable'

/** A candidate's places in the lists of one edition, and the compared values. */
export function meritLetter(facts: MeritLetterFacts, issuer: Issuer): Printable {
  const { language, standing } = facts
  const { edition, places, compared } = standing
  const t = (key: Parameters<typeof translate>[1], values?: Parameters<typeof translate>[2]) =>
    translate(language, key, values)
  const stage = t(`meritpages:stage.${edition.stage}`)
  const { fullName, userId, type, category } = places[0]!
  const blocks: Block[] = [
    {
      kind: 'notice',
      tone: 'good',
      title: stage,
      words: t('meritstatus:letter.standing', {
        number: edition.number,
        at: formatDateTime(edition.publishedAt, language),
      }),
    },
    {
      kind: 'section',
      title: t('ownmerit:letter.numbers'),
      rows: [
        { label: t('meritpages:column.user-id'), value: userId },
        { label: t('meritpages:column.name'), value: fullName },
        { label: t('meritpages:column.type'), value: type },
        { label: t('meritpages:column.category'), value: t(`meritpages:category.${category}`) },
        ...places.map(({ list, meritNumber, of }) => ({
          label: t(`meritpages:list.${list}`),
          value: t('meritstatus:place', { number: formatCount(meritNumber), of: formatCount(of) }),
        })),
      ],
    },
    {
      kind: 'table',
      title: t('ownmerit:letter.compared'),
      columns: [
        { title: t('ownmerit:criterion'), share: 0.7 },
        { title: t('ownmerit:value'), share: 0.3, align: 'right' },
      ],
      rows: compared.map((one) => [
        t(listCriterionText(one.criterion)),
        one.criterion === 'birth-date' ? formatDate(ist(one.date), language) : one.percentage,
      ]),
    },
    {
      kind: 'notice',
      tone: 'plain',
      title: t('ownmerit:letter.note'),
      words: t('ownmerit:letter.note-about'),
    },
  ]
  return { ...letterhead(issuer, facts, { title: t('meritstatus:letter.title', { stage }) }), blocks }
}
