import { useState } from 'react'
import { ChanceNote } from '#pages/parts/option-form/Chance.tsx'
import { ChoiceFacts, CourseHeading, FiguresOf } from '#pages/parts/option-form/ChoiceFacts.tsx'
import { ClosingMenu } from '#pages/parts/option-form/ClosingTable.tsx'
import optionStyles from '#pages/parts/option-form/options.module.css'
import { RoundHead } from '#pages/parts/option-form/RoundHead.tsx'
import { useHydrated } from '#pages/ui/browser/hydrated.ts'
import { Card } from '#pages/ui/data/Card.tsx'
import { Disclosure } from '#pages/ui/data/Disclosure.tsx'
import { Pager } from '#pages/ui/data/Pager.tsx'
import { Tag } from '#pages/ui/data/Tag.tsx'
import { Button } from '#pages/ui/form/Button.tsx'
import { Field } from '#pages/ui/form/Field.tsx'
import { Form } from '#pages/ui/form/Form.tsx'
import { fieldId } from '#pages/ui/form/field-id.ts'
import { SearchForm } from '#pages/ui/form/SearchForm.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import styles from './page.module.css'
import type { load } from './page.server'

/** The ticked choice codes on every page of the result. */
type Ticking = { ticked: readonly string[]; onTick(code: string, isOn: boolean): void }

/** Searches the institutes. The candidate ticks courses and adds them to the list. */
export default function Page() {
  const { url, data } = useView<typeof load>()
  return <Search key={`${url} ${data.head.count}`} />
}

function Search() {
  const { data, form } = useView<typeof load>()
  const t = useT()
  const names = data.lines.map(({ line }) => line.code)
  const [ticked, setTicked] = useState([
    ...new Set([...data.ticked, ...names.filter((code) => form?.values[`code-${code}`] === 'true')]),
  ])
  const tick = (code: string, isOn: boolean) =>
    setTicked((was) => (isOn ? [...was, code] : was.filter((one) => one !== code)))
  const { head, count, lines } = data
  return (
    <>
      <RoundHead title={t('signedin:menu.select-institutes')} />
      <SearchCard ticked={ticked} />
      <h2 className={styles.title} id="found" tabIndex={-1}>
        {t('options:found.title', { count })}
      </h2>
      {lines.length === 0 && <p>{t('options:found.none')}</p>}
      {head.mayChange && lines.length > 0 ? <Choosing ticked={ticked} onTick={tick} /> : <Found />}
      {!head.mayChange && <Pages ticked={[]} />}
      {lines.length > 0 && <ChanceNote />}
    </>
  )
}

function SearchCard({ ticked }: { ticked: readonly string[] }) {
  const { base, data } = useView<typeof load>()
  const t = useT()
  const { head, search } = data
  const { round } = head
  const { q: _, ...narrowing } = search
  const isFiltered = Object.values(narrowing).some(Boolean)
  const isSearch = isFiltered || Boolean(search.q)
  const clear = href(base, 'option-form/select-institutes', undefined, { round })
  return (
    <Card title={t('options:search.title')}>
      <SearchForm
        action={`${href(base, 'option-form/select-institutes')}#found`}
        name="search"
        kind="quiet"
        submit={t('shell:form.search')}
        beside={isSearch && <a href={clear}>{t('options:search.clear')}</a>}
      >
        <input type="hidden" name="round" value={round} />
        {ticked.length > 0 && <input type="hidden" name="ticked" value={ticked.join(',')} />}
        <Field name="q" label={t('options:search.text')} hint={t('options:search.text-hint')} value={search.q} />
        <Disclosure summary={t('options:search.filters')} isOpen={isFiltered}>
          <Filters />
          {head.closedRound !== null && (
            <Field
              kind="checkbox"
              name="reached"
              label={t('options:search.reached', { round: head.closedRound })}
              value={search.reached}
            />
          )}
        </Disclosure>
      </SearchForm>
    </Card>
  )
}

function Filters() {
  const { search, filters } = useView<typeof load>().data
  const t = useT()
  return (
    <div className="filters">
      <Field
        kind="select"
        name="course"
        label={t('options:search.course')}
        options={filters.courses}
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
        options={filters.universities}
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
  )
}

/** The courses with a box to tick, and the bar that adds the ticked ones of every page of the result. */
function Choosing({ ticked, onTick }: Ticking) {
  const { data } = useView<typeof load>()
  const t = useT()
  const isScripted = useHydrated()
  const elsewhere = ticked.filter((code) => !data.lines.some(({ line }) => line.code === code))
  return (
    <Form
      name="add"
      submit={t('options:found.add')}
      bar={(button) => (
        <>
          <div className={styles.bar}>
            <span role="status">{ticked.length > 0 && t('options:found.ticked', { count: ticked.length })}</span>
            {button}
            {data.head.count > 0 && <ToPreferences />}
          </div>
          {isScripted ? <Pages ticked={ticked} /> : <PageButtons />}
        </>
      )}
    >
      <input type="hidden" name="ticked" value={elsewhere.join(',')} />
      <Found ticked={ticked} onTick={onTick} />
    </Form>
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
function Found({ ticked, onTick }: Partial<Ticking>) {
  const { data } = useView<typeof load>()
  const t = useT()
  const { closedRound, mayChange } = data.head
  const lines = data.lines.map(({ line }) => line)
  return (
    <>
      <FiguresOf lines={lines} />
      <ul className={optionStyles.choices} id={fieldId('choices')}>
        {data.lines.map(({ line, place: listed }, place) => {
          const name = `code-${line.code}`
          const isTickable = listed === 0 && mayChange
          return (
            <li key={line.code} className={optionStyles.choice}>
              <CourseHeading lines={lines} place={place} />
              {mayChange && (
                <span className={`${optionStyles.lead} ${styles.tick}`}>
                  {isTickable && (
                    <input
                      type="checkbox"
                      id={fieldId(name)}
                      name={name}
                      value="true"
                      defaultChecked={ticked?.includes(line.code)}
                      onChange={({ currentTarget }) => onTick?.(line.code, currentTarget.checked)}
                    />
                  )}
                </span>
              )}
              <ChoiceFacts
                line={line}
                closedRound={closedRound}
                labelFor={isTickable ? fieldId(name) : undefined}
                marks={listed > 0 && <Tag tone="done">{t('options:found.in-list', { place: listed })}</Tag>}
              />
              <ClosingMenu line={line} />
            </li>
          )
        })}
      </ul>
    </>
  )
}

function Pages({ ticked }: { ticked: readonly string[] }) {
  const { base, data } = useView<typeof load>()
  const { search, number, pages, head } = data
  return (
    <Pager
      page={number}
      pages={pages}
      at={(page) =>
        href(base, 'option-form/select-institutes', undefined, {
          ...search,
          round: head.round,
          page,
          ticked: ticked.length ? ticked.join(',') : null,
        })
      }
    />
  )
}

/** The pager without JavaScript: its buttons send the form, so that no tick is lost. */
function PageButtons() {
  const { data } = useView<typeof load>()
  const t = useT()
  const { number, pages } = data
  const to = (page: number, text: string) => (
    <Button kind="quiet" small name="page" value={page}>
      {text}
    </Button>
  )
  if (pages === 1) return null
  return (
    <nav className="pager" aria-label={t('shell:pager.label')}>
      {number > 1 && to(number - 1, t('shell:pager.previous'))}
      <span>{t('shell:pager.page-of', { page: number, pages })}</span>
      {number < pages && to(number + 1, t('shell:pager.next'))}
    </nav>
  )
}
