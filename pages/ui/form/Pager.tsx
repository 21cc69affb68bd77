import { useT } from '../view'
import { Button } from './Button'

/**
 * Links to the other pages of a list, and the place of this one. `pages`: the number of pages; if it is unknown,
 * `hasMore` tells if another page follows. `at`: the address of a page by its number, from 1.
 */
export function Pager({
  page,
  pages = null,
  hasMore = false,
  at,
}: {
  page: number
  pages?: number | null
  hasMore?: boolean
  at(page: number): string
}) {
  const t = useT()
  const isLast = pages === null ? !hasMore : page >= pages
  if (page === 1 && isLast) return null
  return (
    <nav className="pager" aria-label={t('shell:pager.label')}>
      {page > 2 && (
        <Button href={at(1)} kind="quiet" small>
          {t('shell:pager.first')}
        </Button>
      )}
      {page > 1 && (
        <Button href={at(page - 1)} kind="quiet" small rel="prev">
          {t('shell:pager.previous')}
        </Button>
      )}
      <span>{pages === null ? t('shell:pager.page', { page }) : t('shell:pager.page-of', { page, pages })}</span>
      {!isLast && (
        <Button href={at(page + 1)} kind="quiet" small rel="next">
          {t('shell:pager.next')}
        </Button>
      )}
    </nav>
  )
}
