import { SearchCard } from '#pages/parts/content/SearchCard.tsx'
import { Pager } from '#pages/ui/form/Pager.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import type { CandidateRoute } from '#server/domain/terms/routes.ts'
import { NoticeList } from './NoticeList'
import type { noticeListView } from './views'

/** Notices or news with a search, and the way to the archive and back. `none`: the words for an empty list. */
export function NoticeSearch({
  route,
  none,
}: {
  route: Extract<CandidateRoute, 'notifications' | 'news'>
  none?: string
}) {
  const { base, data } = useView<typeof noticeListView>()
  const t = useT()
  const { notices, archive, archived, q, page, pages } = data
  const kept = { archive: archive ? 1 : undefined, q: q || undefined }
  return (
    <>
      <SearchCard
        label={t('news:list.search')}
        hint={t('news:list.search-hint')}
        q={q}
        kept={archive ? { archive: '1' } : {}}
      />
      <section className="card" aria-label={t(archive ? 'news:list.archive' : 'news:list.current')}>
        {archive && <p>{t('news:list.archived')}</p>}
        <NoticeList notices={notices} level="h2" none={q ? t('news:list.found-none') : none} />
        <Pager page={page} pages={pages} at={(number) => href(base, route, undefined, { ...kept, page: number })} />
      </section>
      {(archive || archived > 0) && (
        <p className="lead">
          <a href={href(base, route, undefined, { archive: archive ? undefined : 1 })}>
            {archive ? t('news:list.current') : t('news:list.archive-of', { count: archived })}
          </a>
        </p>
      )}
    </>
  )
}
