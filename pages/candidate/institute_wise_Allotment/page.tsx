import { Pages } from '../../results-parts/Pages'
import { NonePublished, RoundTabs } from '../../results-parts/RoundTabs'
import { seatName } from '../../results-parts/seat-name'
import { allotmentsCsvAddress, allotmentsPdfAddress } from '../../ui/addresses'
import { Breadcrumb } from '../../ui/Breadcrumb'
import { Button } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { Field } from '../../ui/Field'
import { Form } from '../../ui/Form'
import { href } from '../../ui/href'
import { useT, useView } from '../../ui/view'
import type { load } from './page.server'
import '../../results-parts/results.css'

type Loaded = NonNullable<ReturnType<typeof load>>
type Published = Exclude<Loaded, { round: null }>
type Shown<S extends Published['show']> = Extract<Published, { show: S }>

const route = 'institute_wise_Allotment'

/** Whom each institute was given in a round. Special seats of others read "Special". */
export default function Page() {
  const { data } = useView<() => Loaded>()
  const t = useT()
  return (
    <>
      <h1>{t('shell:menu.institute_wise_Allotment')}</h1>
      <p className="lead">{t('results:list.lead')}</p>
      {data.round === null ? <NonePublished /> : <Published data={data} />}
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
        <Button href={allotmentsPdfAddress(base, round)} kind="quiet">
          {t('results:list.pdf')}
        </Button>
        <Button href={allotmentsCsvAddress(base, round)} kind="quiet">
          {t('results:list.csv')}
        </Button>
        <a href={href(base, 'closing-merit', undefined, { round })}>{t('results:list.closing')}</a>
      </div>
    </>
  )
}

function Searches({ data: { round, search, districts } }: { data: Published }) {
  const t = useT()
  return (
    <>
      <Card>
        <Form method="get" submit={t('results:list.search-go')} name="search">
          <input type="hidden" name="round" value={round} />
          <Field name="q" label={t('results:list.search')} value={search.q} maxLength={100} />
        </Form>
      </Card>
      <Card>
        <Form method="get" submit={t('results:list.filter-go')} kind="quiet" name="filter">
          <input type="hidden" name="round" value={round} />
          <div className="results-filters">
            <Field name="name" label={t('results:list.institute')} value={search.name} maxLength={100} />
            <Field
              kind="select"
              name="district"
              label={t('results:list.district')}
              value={search.district}
              options={districts}
            />
          </div>
        </Form>
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
    <Card title={t('results:list.institutes')}>
      {institutes.length === 0 && <p>{t('results:list.none')}</p>}
      <ul className="institutes">
        {institutes.map((institute) => (
          <li key={institute.code}>
            <div className="grow">
              <a href={href(base, route, undefined, { round, institute: institute.code })}>{institute.name}</a>
              <small className="num">
                {t('results:list.code', { code: institute.code })} · {institute.district}
              </small>
            </div>
            <b className="num">{t('results:list.allotted', { count: institute.allotted })}</b>
          </li>
        ))}
      </ul>
      <Pages
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
        trail={[
          { title: t('results:list.all'), href: href(base, route, undefined, { round }) },
          { title: institute.name },
        ]}
      />
      <Card title={institute.name}>
        <p className="num">
          {t('results:list.code', { code: institute.code })} · {institute.district}
        </p>
        {rows.length === 0 && <p>{t('results:list.empty')}</p>}
        {courses.map(({ choiceCode, course, rows }) => (
          <div key={choiceCode} className="allotted-course">
            <h3>
              {course} <span className="num">({choiceCode})</span>
            </h3>
            <Allotted rows={rows} name={course} />
          </div>
        ))}
        <Pages
          page={page}
          hasMore={hasMore}
          at={(number) => href(base, route, undefined, { round, institute: institute.code, page: number })}
        />
        <div className="actions">
          <Button href={allotmentsPdfAddress(base, round, institute.code)} kind="quiet">
            {t('results:list.institute-pdf')}
          </Button>
          <Button href={allotmentsCsvAddress(base, round, institute.code)} kind="quiet">
            {t('results:list.institute-csv')}
          </Button>
        </div>
      </Card>
    </>
  )
}

function Found({ data: { search, rows, hasMore } }: { data: Shown<'found'> }) {
  const t = useT()
  return (
    <Card title={t('results:list.found')}>
      {rows.length === 0 && <p role="status">{t('results:list.found-none', { q: search.q })}</p>}
      {hasMore && <p>{t('results:list.found-more', { count: rows.length })}</p>}
      {rows.length > 0 && <Allotted rows={rows} name={t('results:list.found')} isAcross />}
    </Card>
  )
}

type Line = Shown<'found'>['rows'][number]

/** Lines of an institute stand in the order of its choice codes. */
function byCourse(rows: readonly Line[]): { choiceCode: string; course: string; rows: Line[] }[] {
  const courses: { choiceCode: string; course: string; rows: Line[] }[] = []
  for (const row of rows) {
    const last = courses[courses.length - 1]
    if (last?.choiceCode === row.choiceCode) last.rows.push(row)
    else courses.push({ choiceCode: row.choiceCode, course: row.course, rows: [row] })
  }
  return courses
}

const ownColumns = [
  'state-merit',
  'all-india-merit',
  'user-id',
  'name',
  'type',
  'category',
  'percentage',
  'seat-type',
] as const

/** `name`: what the table holds. `isAcross`: candidates of several institutes, which are then named. */
function Allotted({ rows, name, isAcross }: { rows: readonly Line[]; name: string; isAcross?: boolean }) {
  const t = useT()
  const columns = [...(isAcross ? (['institute', 'course'] as const) : []), ...ownColumns]
  const cells = (row: Line) => ({
    institute: row.institute,
    course: `${row.course} (${row.choiceCode})`,
    'state-merit': row.stateMerit ?? '–',
    'all-india-merit': row.allIndiaMerit ?? '–',
    'user-id': row.userId,
    name: row.fullName,
    type: row.type,
    category: row.category,
    percentage: row.percentage,
    'seat-type': seatName(t, row.seatType),
  })
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    <section className="scroll" tabIndex={0} aria-label={name}>
      <table className="allotted num">
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {t(`results:column.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.userId}>
              {columns.map((column) => (
                <td key={column} data-label={t(`results:column.${column}`)}>
                  {cells(row)[column]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
