import type { PublicEntry } from '#server/domain/log/leaf.ts'
import { formatCount, formatDateTime } from '#server/i18n/format.ts'
import { translate } from '#server/i18n/texts.ts'
import type { Language } from '#server/kernel/languages.ts'
import type { Instant } from '#server/kernel/time.ts'
import { checkOf, headOf, type Issuer } from './letterhead'
import type { LongList } from './printable'

/** The complete institute-wise list of a round: the frame for its lines, in the order of the columns below. */
export function allotmentList(
  {
    round,
    publishedAt,
    count,
    language,
    entry,
  }: { round: number; publishedAt: Instant; count: number; language: Language; entry: PublicEntry | null },
  issuer: Issuer,
): LongList {
  const { course, isDemo } = issuer
  const t = (key: Parameters<typeof translate>[1], values?: Parameters<typeof translate>[2]) =>
    translate(language, key, values)
  const title = t('results:list.sheet-title', { round })
  const about = t('results:list.sheet-about', { at: formatDateTime(publishedAt, language) })
  return {
    title,
    language,
    head: headOf(course, language),
    watermarks: isDemo ? [t('printables:demo')] : [],
    foot: { lines: [title, about], pageOf: t('printables:page-of'), check: checkOf(issuer, entry, language) },
    createdAt: publishedAt,
    lead: `${about} ${t('results:list.paper-count', { count: formatCount(count) })}`,
    hasNarrowColumns: true,
    columns: [
      { title: t('allotted:column.institute'), share: 0.225 },
      { title: t('allotted:column.choice-code'), share: 0.1 },
      { title: t('allotted:column.state-merit'), share: 0.09, align: 'right' },
      { title: t('allotted:column.all-india-merit'), share: 0.095, align: 'right' },
      { title: t('allotted:column.user-id'), share: 0.125 },
      { title: t('allotted:column.name'), share: 0.165 },
      { title: `${t('allotted:column.type')}, ${t('allotted:column.category')}`, share: 0.095 },
      { title: t('allotted:column.seat-type'), share: 0.105 },
    ],
    rows: count,
  }
}
