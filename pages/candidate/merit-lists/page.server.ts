import { dueOf } from '#pages/parts/notices/due.ts'
import { entryShown } from '#pages/parts/public-log/entry.server.ts'
import { listsOf, type MeritList } from '#server/domain/merit/lists.ts'
import { editionName, linesOnPage, type PublishedEdition } from '#server/domain/merit/pages.ts'
import { candidatureTypes, categories } from '#server/domain/terms/claims.ts'
import type { Page } from '#server/features/index.ts'
import { formatCount, formatDateTime } from '#server/i18n/format.ts'

export const texts = ['meritpages', 'meritlists', 'logentry'] as const

/**
 * The published editions, newest first, and the one on screen: the newest in force unless the address names another.
 */
export function load(page: Page) {
  const { services, query, language } = page
  const merit = services.meritPages
  const editions = merit.editions()
  const newest = merit.inForce('final') ?? merit.inForce('provisional')
  const edition = editions.find((one) => editionName(one) === query.edition) ?? newest
  return {
    editions: editions.map(({ stage, number, reason, publishedAt, ...one }) => ({
      name: editionName({ stage, number, ...one }),
      stage,
      number,
      reason,
      publishedAt: formatDateTime(publishedAt, language),
    })),
    /** When the first list is due. */
    due: editions.length ? null : dueOf(page, 'provisional-merit'),
    shown: edition && listOf(page, edition),
    entry: edition
      ? entryShown(services.publicLog.find(`merit-list:${edition.id}`), services.course.slug, language)
      : null,
  }
}

const nobody: { list: MeritList; count: number } = { list: 'all-india', count: 0 }

const oneOf = <T extends string>(known: readonly T[], asked: string | undefined): T | undefined =>
  known.find((one) => one === asked)

/** One page of an edition's list, or of its search results. */
function listOf({ services, query }: Page, edition: PublishedEdition) {
  const merit = services.meritPages
  const { list, count } = edition.lists.find((one) => one.list === query.list) ?? edition.lists[0] ?? nobody
  const asked = {
    q: query.q?.trim().slice(0, 100) || undefined,
    type: oneOf(candidatureTypes, query.type),
    category: oneOf(categories, query.category),
  }
  const isSearch = Object.values(asked).some((one) => one !== undefined)
  const number = query.page ?? 1
  const counting = merit.inForce(edition.stage)
  return {
    name: editionName(edition),
    /** The edition of this stage in force, if it is not the one on screen. */
    inForce: counting && counting.id !== edition.id ? editionName(counting) : null,
    list,
    count: formatCount(count),
    lists: edition.lists.map((one) => one.list),
    types: candidatureTypes.filter((type) => listsOf(type).includes(list)),
    asked,
    isSearch,
    ...merit.page(edition, list, asked, number),
    /** Search results have no page count. */
    pages: isSearch ? null : Math.max(1, Math.ceil(count / linesOnPage)),
    file: merit.fileName(edition, list),
  }
}
