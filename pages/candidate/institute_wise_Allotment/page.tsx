import { NonePublished, RoundTabs } from '#pages/parts/allotment/RoundTabs.tsx'
import { SeatCode } from '#pages/parts/allotment/seat-name.tsx'
import { SeatLegend } from '#pages/parts/seat-matrix/SeatLegend.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Table } from '#pages/ui/data/Table.tsx'
import { Button } from '#pages/ui/form/Button.tsx'
import { Field } from '#pages/ui/form/Field.tsx'
import { Pager } from '#pages/ui/form/Pager.tsx'
import { SearchForm } from '#pages/ui/form/SearchForm.tsx'
import { href } from '#pages/ui/href.ts'
import { Breadcrumb } from '#pages/ui/shell/Breadcrumb.tsx'
import { useT, useView } from '#pages/ui/view.ts'
import type { DataOf } from '#server/http/page.ts'
import type { load } from './page.server'

type Loaded = DataOf<typeof load>
type Published = Exclude<Loaded, { round: null }>
type Shown<S extends Published['show']> = Extract<Published, { show: S }>

const route = 'institute_wise_Allotment'

/** The candidates allotted to each institute in a round. Other candidates' special seats read "Special". */
export default function Page() {
  const { data } = useView<typeof load>()
  const t = useT()
  return (
    <>
      <h1>{t('shell:menu.institute_wise_Allotment')}</h1>
      <p className="lead">{t('allotted:lead')}</p>
      {data.round === null ? <NonePublished due={data.due} /> : <Published data={data} />}
    </>
  )
}

function Published({ data }: { data: Published }) {
  const { base } = useView()
  const t = useT()
  const { rounds, round } = data
  return (
    <>
      <RoundTabs route={route} rounds={rounds} shown={round} />
      {data.show === 'institute' && <Institute data={data} />}
      {data.show === 'found' && <Found data={data} />}
      {data.show !== 'institute' && <Searches data={data} />}
      {data.show === 'institutes' && <Institutes data={data} />}
      <div className="actions">
        <Button href={href(base, 'institute_wise_Allotment.pdf', undefined, { round })} kind="quiet">
          {t('allotted:pdf')}
        </Button>
        <Button href={href(base, 'institute_wise_Allotment.csv', undefined, { round })} kind="quiet">
          {t('allotted:csv')}
        </Button>
        <a href={href(base, 'closing-merit', undefined, { round })}>{t('allotted:closing')}</a>
      </div>
    </>
  )
}

function Searches({ data: { round, search, districts } }: { data: Published }) {
  const t = useT()
  return (
    <>
      <Card>
        <SearchForm submit={t('allotted:search-go')} name="search">
          <input type="hidden" name="round" value={round} />
          <Field name="q" label={t('allotted:search')} value={search.q} maxLength={100} />
        </SearchForm>
      </Card>
      <Card>
        <SearchForm submit={t('allotted:filter-go')} kind="quiet" name="filter">
          <input type="hidden" name="round" value={round} />
          <div className="filters">
            <Field name="name" label={t('allotted:institute')} value={search.name} maxLength={100} />
            <Field
              kind="select"
              name="district"
              label={t('rounds:list.district')}
              value={search.district}
              options={districts}
            />
          </div>
        </SearchForm>
      </Card>
    </>
  )
}

function Institutes({ data: { round, search, institutes, page, hasMore } }: { data: Shown<'institutes'> }) {
  const { base } = useView()
  const t = useT()
  const { name, district } = search
  const filter = { name: name || undefined, district: district || undefined }
  return (
    <Card title={t('allotted:institutes')}>
      {institutes.length === 0 && <p>{t('allotted:none')}</p>}
      <ul className="tasks">
        {institutes.map((institute) => (
          <li key={institute.code}>
            <div className="grow">
              <a href={href(base, route, undefined, { round, institute: institute.code })}>{institute.name}</a>
              <small>
                {t('rounds:list.code', { code: institute.code })} · {institute.district}
              </small>
            </div>
            <b>{t('allotted:allotted', { count: institute.allotted })}</b>
          </li>
        ))}
      </ul>
      <Pager
        page={page}
        hasMore={hasMore}
        at={(number) => href(base, route, undefined, { round, ...filter, page: number })}
      />
    </Card>
  )
}

function Institute({ data: { round, institute, rows, page, hasMore } }: { data: Shown<'institute'> }) {
  const { base } = useView()
  const t = useT()
  const courses = byCourse(rows)
  return (
    <>
      <Breadcrumb
        trail={[{ title: t('allotted:all'), href: href(base, route, undefined, { round }) }, { title: institute.name }]}
      />
      <Card title={institute.name}>
        <p>
          {t('rounds:list.code', { code: institute.code })} · {institute.district}
        </p>
        {rows.length === 0 && <p>{t('allotted:empty')}</p>}
        <SeatLegend isOfPersons />
        <div className="stack">
          {courses.map(({ choiceCode, course, rows }) => (
            <section key={choiceCode}>
              <h3>
                {course} ({choiceCode})
              </h3>
              <Allotted rows={rows} name={course} />
            </section>
          ))}
        </div>
        <Pager
          page={page}
          hasMore={hasMore}
          at={(number) => href(base, route, undefined, { round, institute: institute.code, page: number })}
        />
        <div className="actions">
          <Button
            href={href(base, 'institute_wise_Allotment.pdf', undefined, { round, institute: institute.code })}
            kind="quiet"
          >
            {t('allotted:institute-pdf')}
          </Button>
          <Button
            href={href(base, 'institute_wise_Allotment.csv', undefined, { round, institute: institute.code })}
            kind="quiet"
          >
            {t('allotted:institute-csv')}
          </Button>
        </div>
      </Card>
    </>
  )
}

function Found({ data: { search, rows, hasMore } }: { data: Shown<'found'> }) {
  const t = useT()
  return (
    <Card title={t('allotted:found')}>
      {rows.length === 0 && <p role="status">{t('allotted:found-none', { q: search.q })}</p>}
      {hasMore && <p>{t('allotted:found-more', { count: rows.length })}</p>}
      {rows.length > 0 && (
        <>
          <SeatLegend isOfPersons />
          <Allotted rows={rows} name={t('allotted:found')} isAcross />
        </>
      )}
    </Card>
  )
}

type Line = Shown<'found'>['rows'][number]

/** Groups an institute's lines by course. The lines are already in order of choice code. */
function byCourse(rows: readonly Line[]): { choiceCode: string; course: string; rows: Line[] }[] {
  const courses: { choiceCode: string; course: string; rows: Line[] }[] = []
  for (const row of rows) {
    const last = courses[courses.length - 1]
    if (last?.choiceCode === row.choiceCode) last.rows.push(row)
    else courses.push({ choiceCode: row.choiceCode, course: row.course, rows: [row] })
  }
  return courses
}

/**
 * `name`: the caption of the table. `isAcross`: the candidates are from several institutes, so each line names its
 * institute.
 */
function Allotted({ rows, name, isAcross }: { rows: readonly Line[]; name: string; isAcross?: boolean }) {
  const t = useT()
  return (
    <Table
      caption={name}
      rows={rows}
      keyOf={({ userId }) => userId}
      isWide
      columns={[
        isAcross && { title: t('allotted:column.institute'), cell: ({ institute }) => institute },
        isAcross && {
          title: t('allotted:column.course'),
          cell: ({ course, choiceCode }) => `${course} (${choiceCode})`,
        },
        { title: t('allotted:column.state-merit'), cell: ({ stateMerit }) => stateMerit ?? '–', isFigure: true },
        {
          title: t('allotted:column.all-india-merit'),
          cell: ({ allIndiaMerit }) => allIndiaMerit ?? '–',
          isFigure: true,
        },
        { title: t('allotted:column.user-id'), cell: ({ userId }) => userId },
        { title: t('allotted:column.name'), cell: ({ fullName }) => fullName, isName: true },
        { title: t('allotted:column.type'), cell: ({ type }) => type },
        { title: t('allotted:column.category'), cell: ({ category }) => category },
        { title: t('allotted:column.percentage'), cell: ({ percentage }) => percentage, isFigure: true },
        { title: t('allotted:column.seat-type'), cell: ({ seatType }) => <SeatCode seatType={seatType} /> },
      ]}
    />
  )
}
