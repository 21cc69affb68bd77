import { useEffect, useRef } from 'react'
import { Banner } from '#pages/ui/data/Banner.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { type Row, Rows } from '#pages/ui/data/Rows.tsx'
import { Table } from '#pages/ui/data/Table.tsx'
import { fieldId } from '#pages/ui/field-id.ts'
import { Field } from '#pages/ui/form/Field.tsx'
import { SearchForm } from '#pages/ui/form/SearchForm.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import { deskDoors } from '#server/domain/desk/doors.ts'
import { mostFound } from '#server/domain/desk/help-desk.ts'
import type { DataOf } from '#server/http/page.ts'
import styles from './page.module.css'
import type { load } from './page.server'

/** What the desk's search found: pages of the desk and for everybody, candidates, then institutes and their courses. */
export default function Page() {
  const { data } = useView<typeof load>()
  const t = useT()
  const { typed, problem, isNothing } = data
  const top = useRef<HTMLDivElement>(null)

  // Whoever comes to search types at once; whoever has searched goes on to what was found.
  useEffect(() => {
    if (typed === '') document.getElementById(fieldId('q'))?.focus()
    // Enter opens what fits best.
    else {
      const best = isNothing ? null : top.current?.parentElement?.querySelector<HTMLElement>('.rows a, td a')
      ;(best ?? top.current)?.focus()
    }
  }, [typed, isNothing])

  const messages = <Found title={t('staff:search.messages')} rows={data.messages} />
  const dates = <Found title={t('staff:search.dates')} rows={data.dates} />
  const seats = <Found title={t('staff:search.seats')} rows={data.seats} />
  const isMessage = data.pages[0]?.route === 'templates'
  return (
    <>
      <h1>{t(typed === '' ? 'staff:all-pages' : 'staff:menu.search')}</h1>
      <Card tone="narrow">
        <SearchForm submit={t('staff:search.submit')} name="search">
          <div className="filters">
            <Field name="q" label={t('staff:search.placeholder')} value={typed} />
          </div>
        </SearchForm>
      </Card>
      {problem && (
        <Banner tone="error" role="alert">
          {problem}
        </Banner>
      )}
      <div ref={top} tabIndex={-1} className={styles.top} />
      {isNothing && <p className="lead">{t('staff:search.none')}</p>}
      {data.elsewhere && <p className="lead">{t('staff:search.elsewhere', data.elsewhere)}</p>}
      {data.isCode && seats}
      {data.isOpenFirst && <Open />}
      {isMessage && messages}
      {data.areDatesFirst && dates}
      <Pages />
      {!data.areDatesFirst && dates}
      {!data.isOpenFirst && <Open />}
      {!isMessage && messages}
      {!data.isCode && seats}
      <Candidates />
      <Courses />
    </>
  )
}

/** The pages of the desk, under their doors where all of them are listed. */
function Pages() {
  const { data } = useView<typeof load>()
  const t = useT()
  if (!data.pages.length) return null
  if (data.typed && !data.isNothing) return <PageList title={t('staff:search.pages')} pages={data.pages} />
  return [...deskDoors, null].map((door) => {
    const pages = data.pages.filter((page) => page.door === door)
    return (
      pages.length > 0 && (
        <PageList key={door} title={t(door ? `staff:door.${door}` : 'staff:search.pages')} pages={pages} />
      )
    )
  })
}

/** Pages for everybody, by which the cell answers what it is asked. */
function Open() {
  const { data } = useView<typeof load>()
  const t = useT()
  return <Found title={t('staff:search.public')} rows={data.open} />
}

function Found({ title, rows }: { title: string; rows: readonly Row[] }) {
  if (!rows.length) return null
  return (
    <Card title={title} tone="flush">
      <Rows rows={rows} />
    </Card>
  )
}

const PageList = ({ title, pages }: { title: string; pages: DataOf<typeof load>['pages'] }) => (
  <Found title={title} rows={pages.map(({ href, title, about }) => ({ href, title, note: about }))} />
)

function Candidates() {
  const { cellBase, data } = useView<typeof load>()
  const t = useT()
  if (!data.found.length) return null
  return (
    <Card title={t('staff:search.candidates')}>
      <Table
        caption={t('staff:search.candidates')}
        rows={data.found}
        keyOf={({ userId }) => userId}
        columns={[
          {
            title: t('shell:application-id'),
            cell: ({ userId, route }) => <a href={href(cellBase, route, { userId })}>{userId}</a>,
          },
          { title: t('staff:search.name'), cell: ({ fullName }) => fullName, isWritten: true },
          { title: t('staff:search.mobile'), cell: ({ mobile }) => mobile },
        ]}
      />
      {data.isMore && <p>{t('helpdesk:found.more', { most: mostFound })}</p>}
    </Card>
  )
}

function Courses() {
  const { base, data } = useView<typeof load>()
  const t = useT()
  if (!data.courses.length) return null
  return (
    <Card title={t('staff:search.courses')}>
      <Table
        caption={t('staff:search.courses')}
        rows={data.courses}
        keyOf={({ choiceCode }) => choiceCode}
        columns={[
          { title: t('staff:search.choice-code'), cell: ({ choiceCode }) => choiceCode },
          { title: t('staff:search.course'), cell: ({ course }) => course },
          {
            title: t('staff:search.institute'),
            cell: ({ instituteCode, institute }) => (
              <a href={href(base, 'institude-list/:code', { code: instituteCode })}>
                {instituteCode} {institute}
              </a>
            ),
          },
        ]}
      />
    </Card>
  )
}
