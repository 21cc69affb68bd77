import { ChoiceFacts } from '../../../parts/option-form/ChoiceFacts'
import optionStyles from '../../../parts/option-form/options.module.css'
import { RoundHead } from '../../../parts/option-form/RoundHead'
import { Card } from '../../../ui/data/Card'
import { Disclosure } from '../../../ui/data/Disclosure'
import { Pager } from '../../../ui/data/Pager'
import { Tag } from '../../../ui/data/Tag'
import { Button } from '../../../ui/form/Button'
import { Field } from '../../../ui/form/Field'
import { Form } from '../../../ui/form/Form'
import { fieldId } from '../../../ui/form/field-id'
import { href } from '../../../ui/href'
import { useT, useView } from '../../../ui/view'
import styles from './page.module.css'
import type { load } from './page.server'

const asOptions = (values: readonly string[]) => values.map((value) => ({ value, label: value }))

/** Searches the institutes. The candidate ticks courses and adds them to the list. */
export default function Page() {
  const { base, data } = useView<typeof load>()
  const t = useT()
  const { head, search, filters, count, lines } = data
  const { round } = head
  const { q: _, ...narrowing } = search
  const isFiltered = Object.values(narrowing).some(Boolean)
  const clear = href(base, 'option-form/select-institutes', undefined, { round })
  return (
    <>
      <RoundHead title={t('shell:menu.select-institutes')} />
      <Card title={t('options:search.title')}>
        <Form
          method="get"
          name="search"
          kind="quiet"
          submit={t('options:search.go')}
          beside={<a href={clear}>{t('options:search.clear')}</a>}
        >
          <input type="hidden" name="round" value={round} />
          <Field name="q" label={t('options:search.text')} hint={t('options:search.text-hint')} value={search.q} />
          <Disclosure summary={t('options:search.filters')} isOpen={isFiltered}>
            <div className="filters">
              <Field
                kind="select"
                name="course"
                label={t('options:search.course')}
                options={asOptions(filters.courses)}
                value={search.course}
              />
              <Field
                kind="select"
                name="district"
                label={t('options:search.district')}
                options={filters.districts}
                value={search.district}
              />
              <Field
                kind="select"
                name="university"
                label={t('options:search.university')}
                options={asOptions(filters.universities)}
                value={search.university}
              />
              <Field
                kind="select"
                name="status"
                label={t('options:search.status')}
                options={filters.statuses}
                value={search.status}
              />
            </div>
            {head.closedRound !== null && (
              <Field
                kind="checkbox"
                name="reached"
                label={t('options:search.reached', { round: head.closedRound })}
                value={search.reached}
              />
            )}
          </Disclosure>
        </Form>
      </Card>
      <Card title={t('options:found.title', { count })}>
        {lines.length === 0 && <p>{t('options:found.none')}</p>}
        {head.mayChange && lines.length > 0 ? (
          <Form name="add" submit={t('options:found.add')} beside={<ToPreferences />}>
            <Found />
          </Form>
        ) : (
          <Found />
        )}
        <Pages />
      </Card>
    </>
  )
}

function ToPreferences() {
  const { base, data } = useView<typeof load>()
  const t = useT()
  return (
    <Button kind="quiet" href={href(base, 'option-form/select-prefrence', undefined, { round: data.head.round })}>
      {t('options:found.order', { count: data.head.count })}
    </Button>
  )
}

/** The courses found. The error summary links faults of the whole list to the id of this `ul`. */
function Found() {
  const { data, form } = useView<typeof load>()
  const t = useT()
  return (
    <ul className={`${optionStyles.choices} ${styles.found}`} id={fieldId('choices')}>
      {data.lines.map(({ line, place }) => {
        const name = `code-${line.code}`
        const isTickable = place === 0 && data.head.mayChange
        return (
          <li key={line.code}>
            {isTickable && (
              <input
                type="checkbox"
                id={fieldId(name)}
                name={name}
                value="true"
                defaultChecked={form?.values[name] === 'true'}
              />
            )}
            <div>
              <ChoiceFacts
                line={line}
                closedRound={data.head.closedRound}
                labelFor={isTickable ? fieldId(name) : undefined}
              />
              {place > 0 && <Tag tone="done">{t('options:found.in-list', { place })}</Tag>}
            </div>
          </li>
        )
      })}
    </ul>
  )
}

function Pages() {
  const { base, data } = useView<typeof load>()
  const { search, number, pages, head } = data
  return (
    <Pager
      page={number}
      pages={pages}
      at={(page) => href(base, 'option-form/select-institutes', undefined, { ...search, round: head.round, page })}
    />
  )
}
