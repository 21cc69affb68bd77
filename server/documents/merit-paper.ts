import type { PublicEntry } from '#server/domain/log/leaf.ts'
import type { MeritList } from '#server/domain/merit/lists.ts'
import type { PublishedEdition } from '#server/domain/merit/pages.ts'
import { formatCount, formatDateTime } from '#server/i18n/format.ts'
import { translate } from '#server/i18n/texts.ts'
import type { Language } from '#server/kernel/languages.ts'
import type { Instant } from '#server/kernel/time.ts'
import { checkOf, headOf, type Issuer } from './letterhead'
import type { LongList } from './printable'

/** A complete published list with its public columns: the frame for its lines. */
export function meritPaper(
  {
    edition,
    list,
    count,
    language,
    entry,
  }: { edition: PublishedEdition; list: MeritList; count: number; language: Language; entry: PublicEntry | null },
  issuer: Issuer,
): LongList {
  const { course, isDemo } = issuer
  const t = (key: Parameters<typeof translate>[1], values?: Parameters<typeof translate>[2]) =>
    translate(language, key, values)
  const title = `${t(`meritpages:stage.${edition.stage}`)}: ${t(`meritpages:list.${list}`)}`
  const at = formatDateTime(edition.publishedAt, language)
  return {
    title,
    language,
    head: headOf(course, language),
    watermarks: isDemo ? [t('printables:demo')] : [],
    foot: {
      lines: [title, t('meritstatus:letter.standing', { number: edition.number, at })],
      pageOf: t('printables:page-of'),
      check: checkOf(issuer, entry, language),
    },
    createdAt: edition.publishedAt as Instant,
    lead: t('ownmerit:paper.lead', { number: edition.number, at, count: formatCount(count) }),
    columns: [
      { title: t('meritpages:column.number'), share: 0.12, align: 'right' },
      { title: t('meritpages:column.user-id'), share: 0.16 },
      { title: t('meritpages:column.name'), share: 0.37 },
      { title: t('meritpages:column.type'), share: 0.08 },
      { title: t('meritpages:column.category'), share: 0.12 },
      { title: t('meritpages:column.percentage'), share: 0.15, align: 'right' },
    ],
    rows: count,
  }
}
