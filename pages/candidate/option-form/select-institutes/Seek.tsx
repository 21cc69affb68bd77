import { Children, type MouseEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { useBrowser } from '#pages/ui/browser/browser.ts'
import { useHydrated } from '#pages/ui/browser/hydrated.ts'
import { Icon } from '#pages/ui/data/Icon.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import {
  type ChoiceSearch,
  highestFee,
  hostelWishes,
  searchNames,
  toggled,
} from '#server/domain/seats/choice-search.ts'
import { formatRupees } from '#server/i18n/format.ts'
import { noMoney } from '#server/kernel/money.ts'
import styles from './page.module.css'
import type { load } from './page.server'
import type { SearchInBrowser } from './use-search'

/** The fee and the distance that one press asks for: rupees, kilometres. */
const usual = { fee: '100000', near: '150' } as const

/** The form of the ticked courses. Until the script arrives the search belongs to it, so that no tick is lost. */
export const tickForm = 'ticks'
/** `form`: the form of the ticks, if the search has to take them along. */
type Taking = { form: typeof tickForm | undefined }

/**
 * A way to another result: a link, or with a `form` a button of it. `find`: what that button asks for, as `pressedFind`
 * reads it.
 */
export function Way({
  form,
  find,
  to,
  isOn,
  ...rest
}: Taking & {
  find: string
  to: string
  isOn?: boolean
  children: ReactNode
  onClick(event: MouseEvent): void
  'aria-expanded'?: boolean
}) {
  if (form) {
    const { children } = rest
    return (
      <button type="submit" form={form} name="find" value={find} aria-pressed={isOn}>
        {children}
      </button>
    )
  }
  return <a href={to} aria-current={isOn ? 'true' : undefined} {...rest} />
}

/**
 * The search and its most used filters in one line that stays in sight. Every filter works without JavaScript; with it, the
 * browser answers at once.
 */
export function Seek({ search: of, form, stars }: Taking & { search: SearchInBrowser; stars: number }) {
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
        <Kept search={search} but={['q']} />
        <Icon name="search" />
        <input
          type="search"
          name="q"
          form={form}
          aria-label={t('options:search.text')}
          placeholder={t('options:search.placeholder')}
          defaultValue={data.search.q}
          autoComplete="off"
          onInput={({ currentTarget }) => void apply({ ...search, q: currentTarget.value }, true)}
        />
        <button type="submit" className={styles.go} form={form} name={form && 'find'} value={form && 'typed'}>
          {t('shell:form.search')}
        </button>
      </form>
      <Chips of={of} form={form} stars={stars} />
    </search>
  )
}

/** What a form of the search sends along: the filters that it does not ask for itself, and the round. */
export function Kept({ search, but }: { search: ChoiceSearch; but: readonly (keyof ChoiceSearch)[] }) {
  const { data } = useView<typeof load>()
  return (
    <>
      <input type="hidden" name="round" value={data.head.round} />
      {searchNames
        .filter((name) => search[name] && !but.includes(name))
        .map((name) => (
          <input key={name} type="hidden" name={name} value={search[name]} />
        ))}
    </>
  )
}

function Chips({ of, form, stars }: Taking & { of: SearchInBrowser; stars: number }) {
  const { data } = useView<typeof load>()
  const t = useT()
  const isScripted = useHydrated()
  const { search } = of
  const { fee = usual.fee, near = usual.near } = search
  const hostel = hostelWishes.find((wish) => wish === search.hostel) ?? 'any'
  const rest = searchNames.filter(
    (name) => ['course', 'district', 'university', 'status'].includes(name) && search[name],
  )
  const chip = (name: keyof ChoiceSearch, value: string, words: ReactNode) => {
    const next = toggled(search, name, value)
    return (
      <li>
        <Way
          form={form}
          find={`${name}:${value}`}
          to={of.addressOf(next)}
          isOn={search[name] === value}
          onClick={(event) => {
            event.preventDefault()
            void of.apply(next)
          }}
        >
          {words}
        </Way>
      </li>
    )
  }
  const openFilters = (event: MouseEvent) => {
    event.preventDefault()
    void of.toggleFilters()
  }
  return (
    <Line label={t('options:search.filters')} isScripted={isScripted}>
      <li>
        <Way
          form={form}
          find="filters"
          to={of.addressOf(search, { tab: 'filters' })}
          onClick={openFilters}
          aria-expanded={isScripted ? of.areFiltersOpen : undefined}
        >
          <Icon name="filter" />
          {t('options:search.filters')}
          {rest.length > 0 && ` (${rest.length})`}
        </Way>
      </li>
      {isScripted && data.head.chances && chip('chance', 'likely', t('options:chance.likely'))}
      {/* The short words first: three chips fit beside each other on a phone, and a cut one says that there are more. */}
      {chip('hostel', hostel, t(`options:hostel.${hostel}`))}
      {chip('fee', fee, t('options:search.fee-up-to', { fee: formatRupees(highestFee(fee) ?? noMoney) }))}
      {data.hasGovernment && chip('status', 'Government', t('options:search.government'))}
      {data.home && chip('near', near, t('options:search.near', { near }))}
      {data.head.closedRound !== null &&
        chip('reached', 'true', t('options:search.reached-short', { round: data.head.closedRound }))}
      {(stars > 0 || search.starred) && chip('starred', 'true', t('options:search.starred', { count: stars }))}
      {Object.values(search).some(Boolean) && (
        <li>
          <Way
            form={form}
            find="clear"
            to={of.addressOf({})}
            onClick={(event) => {
              event.preventDefault()
              clearTyped()
              void of.apply({})
            }}
          >
            {t('options:search.clear')}
          </Way>
        </li>
      )}
    </Line>
  )
}

/** Chips in one line that scrolls, with an arrow to those beyond its right end. */
function Line({ label, isScripted, children }: { label: string; isScripted: boolean; children: ReactNode }) {
  const line = useRef<HTMLUListElement>(null)
  // What a search asks for is in sight where the page opens, though its chip stands far along the line.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the chips are others once there is a script
  useEffect(() => {
    const chips = line.current
    const on = chips?.querySelector<HTMLElement>('[aria-current]')?.parentElement
    if (chips && on) chips.scrollLeft = on.offsetLeft - chips.offsetLeft - (chips.clientWidth - on.offsetWidth) / 2
  }, [isScripted])
  const { hidden, look } = useHidden(line, Children.toArray(children).length)
  const goOn = () => line.current?.scrollBy({ left: line.current.clientWidth / 2 })
  return (
    <div className={styles.line}>
      <ul
        ref={line}
        className={styles.chips}
        aria-label={label}
        onScroll={look}
        data-before={hidden?.before}
        data-after={hidden?.after}
      >
        {children}
      </ul>
      {/* For eyes and thumbs: the keyboard and screen readers come to every chip without it. */}
      {hidden?.after && (
        <button type="button" className={styles.onward} tabIndex={-1} aria-hidden="true" onClick={goOn}>
          <span>
            <Icon name="right" />
          </span>
        </button>
      )}
    </div>
  )
}

/**
 * Whether a line of so many chips has more at its ends than is in sight, null until a script has looked. It looks when the line
 * scrolls, gets another width or other chips, and not with every key of a search.
 */
function useHidden(line: RefObject<HTMLElement | null>, count: number) {
  const [hidden, setHidden] = useState<{ before: boolean; after: boolean } | null>(null)
  const look = () => {
    if (!line.current) return
    const { scrollLeft, clientWidth, scrollWidth } = line.current
    const now = { before: scrollLeft > 4, after: scrollLeft + clientWidth < scrollWidth - 4 }
    setHidden((last) => (last?.before === now.before && last.after === now.after ? last : now))
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: other chips need another look
  useEffect(() => {
    if (!line.current) return
    const width = new ResizeObserver(look)
    width.observe(line.current)
    return () => width.disconnect()
  }, [count])
  return { hidden, look }
}

const clearTyped = () => {
  const typed = document.querySelector<HTMLInputElement>('main input[type=search]')
  if (typed) typed.value = ''
}
