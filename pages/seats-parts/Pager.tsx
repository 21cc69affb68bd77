import { useT } from '../ui/view'

/** Where a list stands among its pages, and the ways to the next and the one before. */
export function Pager({
  place: { page, pages },
  addressOf,
}: {
  place: { page: number; pages: number }
  addressOf(page: number): string
}) {
  const t = useT()
  if (pages === 1) return null
  return (
    <nav className="pager" aria-label={t('seats:pages')}>
      {page > 1 && (
        <a href={addressOf(page - 1)} rel="prev">
          {t('seats:previous')}
        </a>
      )}
      <span className="num">{t('seats:page', { page, pages })}</span>
      {page < pages && (
        <a href={addressOf(page + 1)} rel="next">
          {t('seats:next')}
        </a>
      )}
    </nav>
  )
}
