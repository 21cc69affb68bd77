import { ChoiceFilter } from '#pages/parts/desk/ChoiceFilter.tsx'
import { CsvDownload } from '#pages/parts/desk/CsvDownload.tsx'
import { SeatLegend } from '#pages/parts/seat-matrix/SeatLegend.tsx'
import { Banner } from '#pages/ui/data/Banner.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { type Column, Table } from '#pages/ui/data/Table.tsx'
import { Written } from '#pages/ui/data/Written.tsx'
import { Button } from '#pages/ui/form/Button.tsx'
import { Field } from '#pages/ui/form/Field.tsx'
import { SearchForm } from '#pages/ui/form/SearchForm.tsx'
import { href } from '#pages/ui/href.ts'
import { Breadcrumb } from '#pages/ui/shell/Breadcrumb.tsx'
import { useT, useView } from '#pages/ui/view.ts'
import { seatChanges } from '#server/domain/allotment/runs.ts'
import type { Category } from '#server/domain/terms/claims.ts'
import type { DataOf } from '#server/http/page.ts'
import type { Translate } from '#server/i18n/page-text.ts'
import type { load } from './page.server'

type Row = DataOf<typeof load>['rows'][number]

/** Who gets what: the seats of a run, one line for each candidate, with what changed since the run before. */
export default function Page() {
  const { cellBase, data } = useView<typeof load>()
  const t = useT()
  const id = String(data.id)
  const title = t('allotment:seats.title', { run: id })
  return (
    <>
      <Breadcrumb
        trail={[
          { title: t('staff:menu.allotments'), href: href(cellBase, 'allotments') },
          { title: t('allotment:seats.run', { run: id }), href: href(cellBase, 'allotments/:id', { id }) },
          { title },
        ]}
      />
      <h1>{title}</h1>
      <p className="lead">
        {data.before === null
          ? t('allotment:seats.first-run')
          : t('allotment:seats.compared-with', { run: data.before })}
      </p>
      <Card>
        <Search />
      </Card>
      {!data.isUnderstood && (
        <Banner tone="error" role="alert">
          {t('allotment:seats.bad-search')}
        </Banner>
      )}
      <Card title={t('allotment:seats.found')}>
        <Seats />
      </Card>
    </>
  )
}

function Search() {
  const { data } = useView<typeof load>()
  const t = useT()
  const { institute, category, change } = data.search
  return (
    <SearchForm submit={t('allotment:seats.show')} name="search" kind="quiet">
      <div className="filters">
        <Field
          name="institute"
          label={t('allotment:seats.institute')}
          value={institute}
          maxLength={16}
          suggestions={data.institutes.map(({ code, name }) => ({ value: code, label: name }))}
        />
        <ChoiceFilter
          name="category"
          label={t('allotment:seats.category')}
          value={category}
          any={t('allotment:seats.all')}
          choices={data.categories}
        />
        <ChoiceFilter
          name="change"
          label={t('allotment:seats.change')}
          value={change}
          any={t('allotment:seats.all')}
          choices={seatChanges.map((value) => ({ value, label: t(`allotment:change.${value}`) }))}
        />
      </div>
    </SearchForm>
  )
}

const seat = (code: string | null, type: string | null) =>
  code === null ? '–' : <span lang="en">{`${code} ${type}`}</span>

/** The columns of the seats. `isCompared`: with those of the run before. */
const columnsOf = (cellBase: string, isCompared: boolean, t: Translate): (Column<Row> | false)[] => [
  {
    title: t('allotment:column.application-id'),
    cell: ({ userId }) => <a href={href(cellBase, 'help-desk/:userId', { userId })}>{userId}</a>,
  },
  {
    title: t('allotment:zone.name'),
    cell: ({ fullName }) => <Written>{fullName}</Written>,
  },
  {
    title: t('allotment:seats.category'),
    cell: ({ category }: Row) => category && t(`meritpages:category.${category as Category}`),
    needsRoom: true,
  },
  {
    title: t('allotment:seats.state-merit'),
    cell: ({ stateMerit }) => stateMerit ?? '–',
    isFigure: true,
    needsRoom: true,
  },
  {
    title: t('allotment:seats.all-india-merit'),
    cell: (row) => row.allIndiaMerit ?? '–',
    isFigure: true,
    needsRoom: true,
  },
  {
    title: t('allotment:seats.choice'),
    cell: ({ choiceCode, institute }) =>
      choiceCode === null ? (
        '–'
      ) : (
        <span lang="en">
          {choiceCode} <small>{institute}</small>
        </span>
      ),
  },
  { title: t('allotment:column.seat-type'), cell: ({ seatType }) => seatType ?? '–', isWritten: true },
  {
    title: t('allotment:column.preference'),
    cell: ({ preference, retained }) => (retained ? t('allotment:seats.kept') : (preference ?? '–')),
    isFigure: true,
  },
  isCompared && {
    title: t('allotment:column.before'),
    cell: ({ codeBefore, typeBefore }: Row) => seat(codeBefore, typeBefore),
    needsRoom: true,
  },
  isCompared && {
    title: t('allotment:seats.change'),
    cell: ({ change }: Row) => t(`allotment:change.${change}`),
  },
]

function Seats() {
  const { cellBase, data } = useView<typeof load>()
  const t = useT()
  const { id, rows, next, search } = data
  return (
    <>
      <Table
        caption={t('allotment:seats.title', { run: String(id) })}
        rows={rows}
        keyOf={({ userId }) => userId}
        empty={t('allotment:seats.none')}
        isWide
        columns={columnsOf(cellBase, data.before !== null, t)}
      />
      {rows.length > 0 && <SeatLegend />}
      {next !== null && (
        <div className="actions">
          <Button
            href={href(cellBase, 'allotments/:id/seats', { id: String(id) }, { ...search, after: String(next) })}
            kind="quiet"
          >
            {t('allotment:seats.next')}
          </Button>
        </div>
      )}
      {rows.length > 0 && (
        <CsvDownload
          address={href(cellBase, 'allotment-seats.csv')}
          label={t('allotment:seats.download')}
          fields={{ run: String(id), ...search }}
        />
      )}
    </>
  )
}
