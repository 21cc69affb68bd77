import { href } from '#pages/ui/href.ts'
import type { Page } from '#server/features/index.ts'
import { formatDate } from '#server/i18n/format.ts'
import { writtenNumber } from '#server/kernel/written-number.ts'

export const texts = ['downloads'] as const
export const layout = 'bare'

type Shown = { title: string; facts: string; href: string }

export const title = ({ t }: Page, data: Shown | null) => data?.title ?? t('shell:title.file')

/** One public document by its number; without a number, redirects to the list of all documents. */
export function load(page: Page): Shown | ReturnType<Page['redirect']> | null {
  const { services, language, base, query, t } = page
  if (query.id === undefined) return page.redirect(href(base, 'download'))
  const file = services.publicFiles.find(writtenNumber(query.id) ?? 0)
  if (!file) return null
  return {
    title: file.title[language],
    facts: t('downloads:facts', {
      size: Math.ceil(file.bytes / 1024),
      date: formatDate(file.publishedAt, language),
    }),
    href: href(base, 'file/:id.pdf', { id: file.id }),
  }
}
