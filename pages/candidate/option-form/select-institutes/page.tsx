import { lazy, type ReactNode, Suspense, useCallback, useState } from 'react'
import { ChanceNote } from '#pages/parts/option-form/Chance.tsx'
import { CompactHead } from '#pages/parts/option-form/RoundHead.tsx'
import { ApiError } from '#pages/ui/browser/api-error.ts'
import { apiOf } from '#pages/ui/browser/api-of.ts'
import { type Outcome, useBrowser } from '#pages/ui/browser/browser.ts'
import { useHydrated } from '#pages/ui/browser/hydrated.ts'
import { Button } from '#pages/ui/form/Button.tsx'
import { Form } from '#pages/ui/form/Form.tsx'
import { useT, useView } from '#pages/ui/view.ts'
import { choiceOrders } from '#server/domain/seats/choice-search.ts'
import { isChoiceCode } from '#server/domain/terms/seat-types.ts'
import { Bar } from './Bar'
import { Filters } from './Filters'
import styles from './page.module.css'
import type { load } from './page.server'
import { Rows } from './Rows'
import { Seek, tickForm, Way } from './Seek'
import { type SearchInBrowser, useSearch } from './use-search'

const Sheet = lazy(() => import('./Sheet'))

/** Searches the institutes. The candidate ticks courses and adds them to the list. */
export default function Page() {
  const { data } = useView<typeof load>()
  return <Search key={data.head.round} />
}

/** The ticked choice codes on every page of the result, without those that the list has by now. */
function useTicks() {
  const { data, form } = useView<typeof load>()
  // A form that came back says what is ticked; its address is older.
  const [ticked, setTicked] = useState(() =>
    form
      ? [
          ...(form.values.ticked ?? '').split(',').filter(isChoiceCode),
          ...data.rows.map(({ code }) => code).filter((code) => form.values[`code-${code}`] === 'true'),
        ]
      : data.ticked,
  )
  const tick = useCallback(
    (code: string, isOn: boolean) =>
      setTicked((was) => (isOn ? [...was.filter((one) => one !== code), code] : was.filter((one) => one !== code))),
    [],
  )
  return { ticked: ticked.filter((code) => !data.mine.includes(code)), tick }
}

type Starred = { code: string; institute: string }

/** The starred choice codes; a star shows at once, and goes again if the portal does not keep it. A toast says in words what happened. */
function useStars() {
  const { data } = useView<typeof load>()
  const browser = useBrowser()
  const [stars, setStars] = useState(data.stars)
  const star = useCallback(
    ({ code, institute }: Starred, isStarred: boolean) => {
      if (!browser) return
      const t = browser.screen.t()
      const put = (isOn: boolean) =>
        setStars((was) => (isOn ? [...was.filter((one) => one !== code), code] : was.filter((one) => one !== code)))
      put(isStarred)
      const work = apiOf(browser)
        .call('starChoice', { starred: isStarred }, code)
        .then(
          (): Outcome => ({
            type: 'success',
            text: t(isStarred ? 'options:flash.starred' : 'options:flash.unstarred', { institute }),
          }),
          (reason: unknown): Outcome => {
            put(!isStarred)
            if (!(reason instanceof ApiError)) throw reason
            return { type: 'error', text: reason.message || t('shell:form.unanswered') }
          },
        )
      browser.toasts.during(work, t('shell:form.pending'))
    },
    [browser],
  )
  return { stars, star }
}

/** Long: the parts of the page, and the form around some of them. */
function Search() {
  const { data } = useView<typeof load>()
  const t = useT()
  const isScripted = useHydrated()
  const { stars, star } = useStars()
  const { ticked, tick } = useTicks()
  const search = useSearch(stars, ticked)
  const [opened, setOpened] = useState<string | null>(null)
  const { whole } = search
  const open = useCallback(async (code: string) => (await whole()) !== null && setOpened(code), [whole])
  const shown = (opened && search.loaded?.all.rows.find(({ code }) => code === opened)) || undefined
  const mayAdd = data.head.mayChange && (search.rows.length > 0 || ticked.length > 0)
  const form = mayAdd && !isScripted ? tickForm : undefined
  const found = (
    <Found
      search={search}
      form={form}
      ticked={ticked}
      onTick={tick}
      onOpen={open}
      opened={opened}
      stars={stars}
      onStar={star}
    />
  )
  return (
    <>
      <CompactHead title={t('signedin:menu.select-institutes')} />
      <Seek search={search} form={form} stars={stars.length} />
      {search.areFiltersOpen && <Filters search={search} form={form} />}
      <div className={shown && styles.opened}>
        {mayAdd ? (
          <Form
            name="add"
            id={tickForm}
            action={search.addressOf(search.search, { page: data.number > 1 ? data.number : undefined })}
            submit={t('options:found.add')}
            bar={(button) => (
              <>
                {isScripted ? <More search={search} /> : <PageButtons />}
                <Bar ticked={ticked}>{button}</Bar>
              </>
            )}
          >
            <input
              type="hidden"
              name="ticked"
              value={ticked.filter((code) => !search.rows.some((row) => row.code === code)).join(',')}
            />
            {found}
          </Form>
        ) : (
          <div>
            {found}
            {isScripted ? <More search={search} /> : <PageLinks search={search} />}
          </div>
        )}
        {shown && search.loaded && (
          <Suspense>
            <Sheet
              key={shown.code}
              row={shown}
              all={search.loaded.all}
              isTicked={ticked.includes(shown.code)}
              onTick={tick}
              onClose={() => setOpened(null)}
            />
          </Suspense>
        )}
      </div>
      {data.lastOf && <p className={`hint ${styles.note}`}>{t('options:line.last-of', data.lastOf)}</p>}
      {search.rows.length > 0 && <ChanceNote />}
      {data.home && <p className={`hint ${styles.note}`}>{t('options:distance.note', { district: data.home })}</p>}
    </>
  )
}

function Found({
  search,
  form,
  ...ticks
}: {
  search: SearchInBrowser
  form: typeof tickForm | undefined
  ticked: readonly string[]
  opened: string | null
  onTick(code: string, isOn: boolean): void
  onOpen(code: string): void
  stars: readonly string[]
  onStar(of: Starred, isStarred: boolean): void
}) {
  const { data } = useView<typeof load>()
  const t = useT()
  const order = choiceOrders.find((one) => one === search.search.order) ?? 'none'
  return (
    <>
      <div className={styles.count}>
        <h2 id="found" tabIndex={-1}>
          <span role="status">{t('options:found.title', { count: search.count })}</span>
        </h2>
        <Way
          form={form}
          find="filters"
          to={search.addressOf(search.search, { tab: 'filters' })}
          onClick={(event) => {
            event.preventDefault()
            void search.toggleFilters()
          }}
        >
          {t(`options:order-by.${order}`)}
        </Way>
      </div>
      {search.lacksChances && <p className="hint">{t('options:search.chances-here')}</p>}
      {search.rows.length === 0 ? (
        <p>{t('options:found.none')}</p>
      ) : (
        <Rows rows={search.rows} mine={data.mine} mayChange={data.head.mayChange} bandOf={search.bandOf} {...ticks} />
      )}
    </>
  )
}

/** More of what was found, without another page. */
function More({ search }: { search: SearchInBrowser }) {
  const t = useT()
  if (!search.hasMore) return null
  return (
    <p className={styles.more}>
      <Button type="button" kind="quiet" onClick={() => void search.showMore()}>
        {t('options:found.more')}
      </Button>
    </p>
  )
}

/** The pager without JavaScript: its buttons send the form, so that no tick is lost. */
function PageButtons() {
  const { data } = useView<typeof load>()
  return (
    <Pages
      to={(page, text) => (
        <Button kind="quiet" small name="page" value={page}>
          {text}
        </Button>
      )}
      number={data.number}
      pages={data.pages}
    />
  )
}

function PageLinks({ search }: { search: SearchInBrowser }) {
  const { data } = useView<typeof load>()
  return (
    <Pages
      to={(page, text) => (
        <Button kind="quiet" small href={`${search.addressOf(search.search, { page })}#found`}>
          {text}
        </Button>
      )}
      number={data.number}
      pages={data.pages}
    />
  )
}

function Pages({ number, pages, to }: { number: number; pages: number; to(page: number, text: string): ReactNode }) {
  const t = useT()
  if (pages === 1) return null
  return (
    <nav className="pager" aria-label={t('shell:pager.label')}>
      {number > 1 && to(number - 1, t('shell:pager.previous'))}
      <span>{t('shell:pager.page-of', { page: number, pages })}</span>
      {number < pages && to(number + 1, t('shell:pager.next'))}
    </nav>
  )
}
