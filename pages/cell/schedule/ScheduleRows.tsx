import { DateInput } from '#pages/parts/desk/DateField.tsx'
import { Disclosure } from '#pages/ui/data/Disclosure.tsx'
import { Table } from '#pages/ui/data/Table.tsx'
import { Tag } from '#pages/ui/data/Tag.tsx'
import { fieldId } from '#pages/ui/field-id.ts'
import { useT, useView } from '#pages/ui/view.ts'
import type { DataOf } from '#server/http/page.ts'
import styles from './page.module.css'
import type { load } from './page.server'

type Row = DataOf<typeof load>['rows'][number]

/** Every activity with the times of the draft, to be edited in place; folded, what is over. */
export function ScheduleRows() {
  const { data, form } = useView<typeof load>()
  const t = useT()
  const over = data.rows.filter(({ isOver }) => isOver)
  const coming = data.rows.filter(({ isOver }) => !isOver)
  const isRefused = over.some(({ key }) => form?.errors.some(({ field }) => field.endsWith(`-${key}`)))
  return (
    <div className={styles.rows}>
      {over.length > 0 && (
        <Disclosure
          summary={t('content:schedule.over', { count: over.length })}
          isOpen={isRefused || coming.length === 0}
        >
          <Rows rows={over} caption={t('content:schedule.over', { count: over.length })} />
        </Disclosure>
      )}
      <Rows rows={coming} caption={t(data.change ? 'content:schedule.table' : 'content:schedule.list')} />
    </div>
  )
}

function Rows({ rows, caption }: { rows: readonly Row[]; caption: string }) {
  const { data, form } = useView<typeof load>()
  const t = useT()
  const [first] = data.rows
  if (!rows.length) return null
  return (
    <Table
      caption={caption}
      rows={rows}
      keyOf={({ key }) => key}
      rowClass={({ faults }) => (faults.length ? styles.faulty : undefined)}
      columns={[
        {
          title: t('notices:dates.activity'),
          cell: (row) => (
            <>
              <span id={`on-${row.key}`}>{row.title}</span> <State row={row} />
            </>
          ),
        },
        { title: t('notices:dates.opening'), cell: (row) => <Time row={row} edge="opens" /> },
        {
          title: t('notices:dates.closing'),
          cell: (row) => (row.isEvent ? null : <Time row={row} edge="closes" />),
        },
        {
          title: t('content:schedule.from'),
          cell: ({ key, title }) => (
            <input
              type="radio"
              name="from"
              value={key}
              id={key === first?.key ? fieldId('from') : undefined}
              defaultChecked={form?.values.from === key}
              aria-label={t('content:schedule.from-row', { title })}
            />
          ),
        },
      ]}
    />
  )
}

/** The field of a time. An opening that stays is text, and goes back unchanged. */
function Time({ row, edge }: { row: Row; edge: 'opens' | 'closes' }) {
  const { form } = useView<typeof load>()
  const t = useT()
  const name = `${edge}-${row.key}`
  const typed = form?.errors.filter(({ field }) => field === name).map(({ message }) => message) ?? []
  const errors = [...typed, ...row.faults.filter(({ field }) => field === edge).map(({ message }) => message)]
  const saved = row[edge]
  if (edge === 'opens' && row.isFixed && !errors.length) {
    return (
      <>
        <span className={styles.fixed}>{row.opensInWords}</span>
        <input type="hidden" name={name} value={saved} />
      </>
    )
  }
  return (
    <>
      <DateInput
        hasTime
        name={name}
        id={fieldId(name)}
        value={form?.values[name] ?? saved}
        aria-label={t(`content:schedule.time-${edge}`, { title: row.title })}
        aria-invalid={errors.length ? true : undefined}
        aria-describedby={errors.length ? `${fieldId(name)}-error` : undefined}
      />
      {errors.length > 0 && (
        <div id={`${fieldId(name)}-error`} className={styles.errors}>
          {errors.map((error) => (
            <p className="msg" key={error}>
              {error}
            </p>
          ))}
        </div>
      )}
    </>
  )
}

function State({ row }: { row: Row }) {
  const { form } = useView<typeof load>()
  const t = useT()
  const { key, title, was, isNew, isChanged, isSuggested, isLeftOut, mayBeLeftOut, faults } = row
  const own = faults.filter(({ field }) => field === 'out')
  return (
    <>
      {faults.length > 0 ? (
        <Tag tone="fix">{t('content:schedule.check')}</Tag>
      ) : (
        isChanged && <Tag tone="todo">{t(isNew ? 'content:schedule.new' : 'content:schedule.changed')}</Tag>
      )}{' '}
      {isSuggested && <small>{t('content:schedule.suggested')}</small>}
      {was !== null && <small>{t('content:schedule.was', { time: was })}</small>}
      {mayBeLeftOut && (
        <span className={styles.out}>
          <input
            type="checkbox"
            name={`out-${key}`}
            id={fieldId(`out-${key}`)}
            value="true"
            defaultChecked={form?.values.version === undefined ? isLeftOut : form.values[`out-${key}`] === 'true'}
            aria-label={t('content:schedule.leave-out-row', { title })}
          />{' '}
          <label htmlFor={fieldId(`out-${key}`)}>{t('content:schedule.leave-out')}</label>
        </span>
      )}
      {own.map(({ message }) => (
        <p className="msg" key={message}>
          {message}
        </p>
      ))}
    </>
  )
}

/** The same activities as text, while a change waits for release. */
export function ScheduleInForce() {
  const { data } = useView<typeof load>()
  const t = useT()
  return (
    <Table
      caption={t('content:schedule.list')}
      rows={data.rows.filter(({ isNew }) => !isNew)}
      keyOf={({ key }) => key}
      columns={[
        { title: t('notices:dates.activity'), cell: ({ title }) => title },
        { title: t('content:schedule.list'), cell: ({ was, when }) => was ?? when },
        { title: t('content:schedule.state'), cell: ({ isChanged, when }) => (isChanged ? when : null) },
      ]}
    />
  )
}
