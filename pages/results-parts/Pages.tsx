import { Button } from '../ui/Button'
import { useT } from '../ui/view'

/** The way to the page before and the one after. `at`: the address of a page by its number. */
export function Pages({ page, hasMore, at }: { page: number; hasMore: boolean; at(page: number): string }) {
  const t = useT()
  if (page === 1 && !hasMore) return null
  return (
    <nav className="pages" aria-label={t('results:list.pages')}>
      {page > 1 && (
        <Button href={at(page - 1)} kind="quiet" small>
          {t('results:list.previous')}
        </Button>
      )}
      <span className="num">{t('results:list.page', { page })}</span>
      {hasMore && (
        <Button href={at(page + 1)} kind="quiet" small>
          {t('results:list.next')}
        </Button>
      )}
    </nav>
  )
}
