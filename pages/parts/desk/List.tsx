import type { ReactNode } from 'react'
import { Disclosure } from '#pages/ui/data/Disclosure.tsx'
import { isNetAddress, NetAddress } from '#pages/ui/data/NetAddress.tsx'
import { type Column, Table } from '#pages/ui/data/Table.tsx'
import { VisuallyHidden } from '#pages/ui/data/VisuallyHidden.tsx'
import { Button } from '#pages/ui/form/Button.tsx'
import { Field } from '#pages/ui/form/Field.tsx'
import { SearchForm } from '#pages/ui/form/SearchForm.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import { formatCount, formatDateTime } from '#server/i18n/format.ts'
import type { Language } from '#server/kernel/languages.ts'
import { type ListRow, pageSizes } from '#server/kernel/lists.ts'
import { CsvDownload } from './CsvDownload'
import styles from './List.module.css'
import type { ListData } from './list-view'

/** A short code with a hyphen, such as a receipt's number; a browser would break it there. */
const isCode = /^[A-Z0-9]{1,8}-[A-Z0-9]{1,8}$/

type Cells<Row> = Partial<Record<string, (row: Row) => ReactNode>>

/**
 * A list of the desk: sorted by its headers, filtered by the fields in `filters`, with columns and a page size to choose,
 * saved views, and a CSV of the view. Works without JavaScript. `cells`: columns that are more than their plain value.
 * `tabs`: the filters that links above the list set. `onPhone`: the columns that a row shows in two lines on a phone, in
 * place of a card with all of them. A column without a value in any of the rows is left out.
 */
export function List<Row extends ListRow>({
  list,
  caption,
  empty,
  keyOf,
  filters,
  tabs = [],
  cells = {},
  onPhone,
  find,
}: {
  list: ListData<Row>
  caption: string
  empty: string
  keyOf(row: Row): string | number
  filters?: ReactNode
  tabs?: readonly string[]
  cells?: Cells<Row>
  /** The filter for words, in sight above the list. */
  find?: { name: string; label: string }
  onPhone?: { first: readonly [string, string]; second: readonly [string, string, string] }
}) {
  const { cellBase, language } = useView()
  const t = useT()
  /** The filters that are set outside of the folded form, which keeps them. */
  const apart = find ? [...tabs, find.name] : tabs
  const places = onPhone ? [...onPhone.first, ...onPhone.second] : []
  /** A column that the list is sorted by stays, because its header turns the order round. */
  const isEmpty = (key: string) =>
    key !== list.sortedBy && list.rows.every((row) => row[key] === null || row[key] === '')
  return (
    <>
      <Views list={list} />
      {find && <Find list={list} {...find} />}
      <div className={styles.bar}>
        <Fold list={list} filters={filters} tabs={apart} />
        <CsvDownload
          address={href(cellBase, 'list.csv')}
          label={t('list:csv')}
          fields={{ list: list.name, search: list.search }}
        />
      </div>
      <Table
        caption={caption}
        rows={list.rows}
        keyOf={keyOf}
        empty={empty}
        isWide
        columns={list.columns.map(
          ({ key, kind, title, isShown, needsRoom, sort }) =>
            isShown &&
            !isEmpty(key) && {
              title,
              sort,
              needsRoom,
              phonePlace: (places.indexOf(key) + 1 || undefined) as Column<Row>['phonePlace'],
              isFigure: kind === 'count' || kind === 'amount',
              isTime: kind === 'time',
              isWritten: kind === 'written',
              cell: cells[key] ?? ((row: Row) => plainValue(row[key], kind, language)),
            },
        )}
      />
      <Turn first={list.first} next={list.next} />
    </>
  )
}

/** A value that its column does not draw itself. */
function plainValue(
  value: ListRow[string] | undefined,
  kind: ListData['columns'][number]['kind'],
  language: Language,
): ReactNode {
  if (value === null || value === undefined) return null
  if (kind === 'time') return formatDateTime(Number(value), language)
  if (kind === 'count') return formatCount(Number(value))
  const text = String(value)
  if (isNetAddress(text)) return <NetAddress of={text} />
  return isCode.test(text) ? <span className="unbroken">{value}</span> : value
}

/** The first page of a list and the next one: the addresses. */
function Turn({ first, next }: Pick<ListData, 'first' | 'next'>) {
  const t = useT()
  if (!first && !next) return null
  return (
    <nav className="pager" aria-label={t('shell:pager.label')}>
      {first && (
        <Button href={first} kind="quiet" small>
          {t('shell:pager.first')}
        </Button>
      )}
      {next && (
        <Button href={next} kind="quiet" small rel="next">
          {t('shell:pager.next')}
        </Button>
      )}
    </nav>
  )
}

/** What changes the view, folded, with the number of filters that are set in it. Another view begins with its rows in sight. */
function Fold({ list, filters, tabs }: { list: ListData; filters: ReactNode; tabs: readonly string[] }) {
  const t = useT()
  const set = Object.keys(list.filters).filter((name) => !tabs.includes(name)).length
  return (
    <Disclosure key={list.search} summary={set ? t('list:adjust-set', { count: set }) : t('list:adjust')} kind="inline">
      <Adjust {...{ list, filters, tabs }} />
      <SaveView list={list} />
    </Disclosure>
  )
}

/** Filters, columns and the page size, in one form, whose address is the view. */
function Adjust({ list, filters, tabs }: { list: ListData; filters: ReactNode; tabs: readonly string[] }) {
  const t = useT()
  return (
    <SearchForm submit={t('list:show')} kind="quiet" name="list">
      {list.order && <input type="hidden" name="sort" value={list.order} />}
      {tabs.map(
        (name) => list.filters[name] && <input key={name} type="hidden" name={name} value={list.filters[name]} />,
      )}
      <div className="filters">
        {filters}
        <Field
          kind="select"
          name="size"
          label={t('list:size')}
          value={list.size}
          options={pageSizes.map((size) => ({ value: String(size), label: String(size) }))}
        />
      </div>
      <fieldset className={styles.columns}>
        <legend>{t('list:columns')}</legend>
        {list.columns.map(({ key, title, isShown }) => (
          <label key={key}>
            <input type="checkbox" name={`show-${key}`} value="1" defaultChecked={isShown} /> {title}
          </label>
        ))}
      </fieldset>
    </SearchForm>
  )
}

/** Searches the list for words; the rest of the view stays as it is. */
function Find({ list, name, label }: { list: ListData; name: string; label: string }) {
  const t = useT()
  const others = [...new URLSearchParams(list.search)].filter(([key]) => key !== name)
  return (
    <SearchForm submit={t('list:find')} kind="quiet" name="find">
      {others.map(([key, value]) => (
        <input key={key} type="hidden" name={key} value={value} />
      ))}
      <div className={`filters ${styles.find}`}>
        <Field name={name} label={label} value={list.filters[name]} maxLength={100} />
      </div>
    </SearchForm>
  )
}

function Views({ list: { views } }: { list: ListData }) {
  const t = useT()
  if (!views.length) return null
  return (
    <nav aria-label={t('list:views')}>
      <ul className={styles.views}>
        {views.map(({ name, href }) => (
          <li key={name}>
            <a href={href}>{name}</a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Native forms: they go to an address that is no page. */
function SaveView({ list }: { list: ListData }) {
  const { cellBase, staff } = useView()
  const t = useT()
  const hidden = { _csrf: staff?.csrf, list: list.name, search: list.search }
  const fields = Object.entries(hidden).map(([name, value]) => (
    <input key={name} type="hidden" name={name} value={value} />
  ))
  return (
    <>
      <form method="post" action={href(cellBase, 'list-view')} className={styles.save}>
        {fields}
        <Field name="name" of="view" label={t('list:view-name')} maxLength={60} required />
        <Button kind="quiet" name="intent" value="save">
          {t('list:save')}
        </Button>
      </form>
      {list.views.length > 0 && (
        <form method="post" action={href(cellBase, 'list-view')} className={styles.views}>
          {fields}
          <input type="hidden" name="intent" value="delete" />
          {list.views.map(({ name }) => (
            <Button key={name} kind="quiet" small name="name" value={name}>
              {t('list:delete')} <VisuallyHidden>{name}</VisuallyHidden>
              <span aria-hidden="true">{name}</span>
            </Button>
          ))}
        </form>
      )}
    </>
  )
}
