import type { DeskPage } from '#server/features/index.ts'
import { formatDateTime } from '#server/i18n/format.ts'

/** When the final merit list in force was published, which holds no form that still waits; null before it. */
export function finalListTime(
  { meritPages }: Pick<DeskPage['services'], 'meritPages'>,
  language: DeskPage['language'],
) {
  const edition = meritPages.inForce('final')
  return edition && formatDateTime(edition.publishedAt, language)
}
