import { listsOf, type MeritList, meritLists } from '#server/domain/merit/lists.ts'
import { seatShares, sumOfSeats } from '#server/domain/seats/seat-matrix.ts'
import { criterionText } from '#server/domain/terms/criteria.ts'
import {
  isAllIndiaSeatType,
  isMatrixSeatType,
  type ReservedCategory,
  reservedCategories,
  type SeatType,
  seatTypes,
} from '#server/domain/terms/seat-types.ts'
import { formatCount, formatDate } from '#server/i18n/format.ts'
import type { TextKey } from '#server/i18n/keys.ts'
import type { Block } from '../printable'
import type { Chapter, Reader } from './reader'

/** The order of candidates, and the seats for which they are ranked. */
export const meritAndSeats: readonly Chapter[] = [
  {
    title: 'brochure:merit.title',
    blocks: (reader) => [
      { kind: 'points', lead: reader.t('brochure:merit.text'), points: lists(reader) },
      { kind: 'text', title: reader.t('brochure:merit.order'), paragraphs: [] },
      { kind: 'points', lead: reader.t('brochure:merit.order-text'), points: order(reader), isNumbered: true },
      { kind: 'points', points: reader.lines('brochure:merit.rules') },
    ],
  },
  {
    title: 'brochure:seats.title',
    blocks: (reader) => [
      { kind: 'text', paragraphs: [reader.t('brochure:seats.text'), inForce(reader)] },
      { kind: 'text', title: reader.t('brochure:seats.shares'), paragraphs: [] },
      { kind: 'points', points: shares(reader) },
      types(reader),
    ],
  },
]

/** Source: rules §7.1. */
function lists({ t, course }: Reader): string[] {
  const used = new Set<MeritList>(course.form.types.flatMap(listsOf))
  return meritLists
    .filter((list) => used.has(list))
    .map((list) =>
      t('brochure:merit.list', { list: t(`meritpages:list.${list}`), about: t(`meritpages:list.${list}.about`) }),
    )
}

const order = ({ t, course }: Reader): string[] =>
  [...course.merit, 'application-id' as const].map((criterion) => t(criterionText(criterion)))

function inForce({ t, facts, language }: Reader): string {
  const { seats } = facts
  if (!seats) return t('brochure:seats.none')
  return t('brochure:seats.total', {
    count: formatCount(sumOfSeats(seats.courses).all),
    institutes: new Set(seats.courses.map(({ instituteCode }) => instituteCode)).size,
    edition: seats.edition,
    date: formatDate(seats.at, language),
  })
}

/** How an intake is divided, without the types of seat that the course does not have. Source: rules §8.2. */
function shares({ lines, course }: Reader): string[] {
  const has = (type: SeatType) => !course.form.withoutSeatTypes?.includes(type)
  return [
    ...lines('brochure:seats.share-sum'),
    ...(has('AI') ? lines('brochure:seats.share-all-india', seatShares) : []),
    ...(has('ORPHAN') ? lines('brochure:seats.share-orphan', seatShares) : []),
    ...(has('EWS') ? lines('brochure:seats.share-ews', seatShares) : []),
    ...(has('TFWS') ? lines('brochure:seats.share-waiver', seatShares) : []),
    ...(has('MI') ? lines('brochure:seats.share-minority', seatShares) : []),
    ...lines('brochure:seats.share-rest'),
    ...lines('brochure:seats.share-halves'),
  ]
}

/** Source: rules §14.1. */
function types({ t, facts, course }: Reader): Block {
  const { byType } = sumOfSeats(facts.seats?.courses ?? [])
  const counted = new Map(byType.map(({ seatType, count }) => [seatType, count]))
  const count = (type: SeatType) => {
    if (!isMatrixSeatType(type)) return t('brochure:seats.converted')
    return facts.seats ? formatCount(counted.get(type) ?? 0) : t('brochure:seats.not-published')
  }
  return {
    kind: 'table',
    title: t('brochure:seats.types'),
    columns: [
      { title: t('brochure:seats.type'), share: 0.16 },
      { title: t('brochure:seats.who'), share: 0.4 },
      { title: t('brochure:seats.by'), share: 0.22 },
      { title: t('brochure:seats.in-force'), share: 0.22, align: 'right' },
    ],
    rows: seatTypes
      .filter((type) => !course.form.withoutSeatTypes?.includes(type))
      .map((type) => [
        type,
        forWhom(type, t),
        t(`meritpages:list.${isAllIndiaSeatType(type) ? 'all-india' : 'state'}`),
        count(type),
      ]),
  }
}

/** `LOBCS` → women of OBC. */
function forWhom(type: SeatType, t: Reader['t']): string {
  const category = type.slice(1, -1) as ReservedCategory
  if (!reservedCategories.includes(category) || !/^[LG].*S$/.test(type)) return t(`brochure:who.${type}` as TextKey)
  const named = t(`brochure:category.${category}` as TextKey)
  return t(type.startsWith('L') ? 'brochure:who.ladies' : 'brochure:who.general', { category: named })
}
