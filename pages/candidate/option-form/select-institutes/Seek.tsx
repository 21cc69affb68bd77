import type { MouseEvent, ReactNode } from 'react'
import { useBrowser } from '#pages/ui/browser/browser.ts'
import { useHydrated } from '#pages/ui/browser/hydrated.ts'
import { Icon } from '#pages/ui/data/Icon.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import { type ChoiceSearch, highestFee, hostelWishes, searchNames } from '#server/domain/seats/choice-search.ts'
import { formatRupees } from '#server/i18n/format.ts'
import { noMoney } from '#server/kernel/money.ts'
import styles from './page.module.css'
import type { load } from './page.server'
import { type SearchInBrowser, toggled } from './use-search'

/** The fee and the distance that one press asks for: rupees, kilometres. */
const usual = { fee: '100000', near: '150' } as const

/**
 * The search and its most used filters in one line that stays in sight. Every filter is a link, so that it works without
 * JavaScript; with it, the browser answers at once.
 */
export function Seek({
  search: of,
  ticked,
  stars,
}: {
  search: SearchInBrowser
  ticked: readonly string[]
  stars: number
}) {
  const { base, data } = useView<typeof load>()
  const t = useT()
  const browser = useBrowser()
  const { search, apply } = of
  return (
    <search className={styles.seek}>
      <form
        method="get"
        action={href(base, 'option-form/select-institutes')}
        className={styles.box}
        data-form="search"
        onSubmit={(event) => browser && event.preventDefault()}
        onFocus={() => void of.whole()}
      >
        <Kept search={search} but={['q']} ticked={ticked} />
        <Icon name="search" />
        <input
          type="search"
          name="q"
          aria-label={t('options:search.text')}
          placeholder={t('options:search.placeholder')}
          defaultValue={data.search.q}
          autoComplete="off"
          onInput={({ currentTarget }) => void apply({ ...search, q: currentTarget.value }, true)}
        />
        <button type="submit" className={styles.go}>
          {t('shell:form.search')}
        </button>
      </form>
      <Chips of={of} stars={stars} />
    </search>
  )
}

/** What a form of the search sends along: the filters that it does not ask for itself, the round, and the ticks. */
export function Kept({
  search,
  but,
  ticked,
}: {
  search: ChoiceSearch
  but: readonly (keyof ChoiceSearch)[]
  ticked: readonly string[]
}) {
  const { data } = useView<typeof load>()
  return (
    <>
      <input type="hidden" name="round" value={data.head.round} />
      {searchNames
        .filter((name) => search[name] && !but.includes(name))
        .map((name) => (
          <input key={name} type="hidden" name={name} value={search[name]} />
        ))}
      {ticked.length > 0 && <input type="hidden" name="ticked" value={ticked.join(',')} />}
    </>
  )
}

function Chips({ of, stars }: { of: SearchInBrowser; stars: number }) {
  const { data } = useView<typeof load>()
  const t = useT()
  const isScripted = useHydrated()
  const { search } = of
  const { fee = usual.fee, near = usual.near } = search
  const hostel = hostelWishes.find((wish) => wish === search.hostel) ?? 'any'
  const rest = searchNames.filter(
    (name) => ['course', 'district', 'university', 'status'].includes(name) && search[name],
  )
  const chip = (name: keyof ChoiceSearch, value: string, words: ReactNode) => (
    <Chip of={of} name={name} value={value}>
      {words}
    </Chip>
  )
  const openFilters = (event: MouseEvent) => {
    event.preventDefault()
    void of.toggleFilters()
  }
  return (
    <ul className={styles.chips} aria-label={t('options:search.filters')}>
      <li>
        <a
          href={of.addressOf(search, { tab: 'filters' })}
          onClick={openFilters}
          aria-expanded={isScripted ? of.areFiltersOpen : undefined}
        >
          <Icon name="filter" />
          {t('options:search.filters')}
          {rest.length > 0 && ` (${rest.length})`}
        </a>
      </li>
      {isScripted && data.head.chances && chip('chance', 'likely', t('options:chance.likely'))}
      {chip('fee', fee, t('options:search.fee-up-to', { fee: formatRupees(highestFee(fee) ?? noMoney) }))}
      {chip('hostel', hostel, t(`options:hostel.${hostel}`))}
      {data.hasGovernment && chip('status', 'Government', t('options:search.government'))}
      {data.home && chip('near', near, t('options:search.near', { near }))}
      {data.head.closedRound !== null &&
        chip('reached', 'true', t('options:search.reached-short', { round: data.head.closedRound }))}
      {(stars > 0 || search.starred) && chip('starred', 'true', t('options:search.starred', { count: stars }))}
      {Object.values(search).some(Boolean) && (
        <li>
          <a
            href={of.addressOf({})}
            onClick={(event) => {
              event.preventDefault()
              clearTyped()
              void of.apply({})
            }}
          >
            {t('options:search.clear')}
          </a>
        </li>
      )}
    </ul>
  )
}

const clearTyped = () => {
  const typed = document.querySelector<HTMLInputElement>('main input[type=search]')
  if (typed) typed.value = ''
}

function Chip({
  of,
  name,
  value,
  children,
}: {
  of: SearchInBrowser
  name: keyof ChoiceSearch
  value: string
  children: ReactNode
}) {
  const next = toggled(of.search, name, value)
  return (
    <li>
      <a
        href={of.addressOf(next)}
        aria-current={of.search[name] === value ? 'true' : undefined}
        onClick={(event) => {
          event.preventDefault()
          void of.apply(next)
        }}
      >
        {children}
      </a>
    </li>
  )
}
