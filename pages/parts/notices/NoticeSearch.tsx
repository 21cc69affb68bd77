import type { CandidateRoute } from '../../../server/domain/portal/routes'
import { Card } from '../../ui/data/Card'
import { Pager } from '../../ui/data/Pager'
import { Field } from '../../ui/form/Field'
import { Form } from '../../ui/form/Form'
import { href } from '../../ui/href'
import { useT, useView } from '../../ui/view'
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
      <div className="screen-only">
        <Card>
          <Form method="get" submit={t('visitors:list.go')} kind="quiet" name="search">
            {archive && <input type="hidden" name="archive" value="1" />}
            <Field
              name="q"
              label={t('visitors:list.search')}
              hint={t('visitors:list.search-hint')}
              value={q}
              maxLength={100}
            />
          </Form>
        </Card>
      </div>
      <section className="card" aria-label={t(archive ? 'visitors:list.archive' : 'visitors:list.current')}>
        {archive && <p>{t('visitors:list.archived')}</p>}
        <NoticeList notices={notices} level="h2" none={q ? t('visitors:list.found-none') : none} />
        <Pager page={page} pages={pages} at={(number) => href(base, route, undefined, { ...kept, page: number })} />
      </section>
      {(archive || archived > 0) && (
        <p className="lead">
          <a href={href(base, route, undefined, { archive: archive ? undefined : 1 })}>
            {archive ? t('visitors:list.current') : t('visitors:list.archive-of', { count: archived })}
          </a>
        </p>
      )}
    </>
  )
}
