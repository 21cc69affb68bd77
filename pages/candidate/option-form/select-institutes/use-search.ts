import { startTransition, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useChanceTable } from '#pages/parts/option-form/chance-table.ts'
import { everythingIn, type Loaded } from '#pages/parts/option-form/everything.ts'
import { useBrowser } from '#pages/ui/browser/browser.ts'
import { href } from '#pages/ui/href.ts'
import { useView } from '#pages/ui/view.ts'
import { type Band, chanceAt } from '#server/domain/seats/chances.ts'
import {
  asksForChances,
  type ChoiceRow,
  type ChoiceSearch,
  courseFilter,
  inOrder,
  nearestFirst,
  rowFilter,
} from '#server/domain/seats/choice-search.ts'
import { asCompared } from '#server/domain/seats/comparison.ts'
import type { load } from './page.server'

/** The rows that one press shows more of, and those drawn while somebody types: as many as a screen shows. */
const more = 20
const few = 8
/** After the last key, the rest is drawn and the address follows. Milliseconds. */
const rest = 300

/**
 * The search as this browser makes it. The server's page is shown until something is asked; everything on offer is then
 * fetched once. Where that fails, the search is a page of the server again. The address follows the search and the ticks,
 * so that "back" finds both.
 */
export function useSearch(stars: readonly string[], ticked: readonly string[]) {
  const view = useView<typeof load>()
  const browser = useBrowser()
  const { base, data, session } = view
  const { head } = data
  const [search, setSearch] = useState(data.search)
  const [loaded, setLoaded] = useState<Loaded<typeof data.filters> | null>(null)
  const [shown, setShown] = useState((data.number - 1) * more + data.rows.length)
  const [areFiltersOpen, setFiltersOpen] = useState(data.areFiltersOpen)
  const latest = useRef(search)
  const timer = useRef(0)
  const bandOf = useBands()
  const userId = session?.details.user_id ?? ''

  const addressOf = useCallback(
    (asked: ChoiceSearch, more?: { page?: number; tab?: string; ticked?: string | null }) =>
      href(base, 'option-form/select-institutes', undefined, { ...asked, round: head.round, ...more }),
    [base, head.round],
  )

  const codes = asCompared(ticked)
  const shownTicks = useRef(codes)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the ticks change the address here
  useEffect(() => {
    if (shownTicks.current === codes) return
    shownTicks.current = codes
    const page = loaded || data.number === 1 ? undefined : data.number
    browser?.navigation.readdress(addressOf(latest.current, { page, ticked: codes }))
  }, [codes])

  /** Fetches everything; null if that fails. */
  const whole = useCallback(async () => {
    const arrived = await everythingIn<typeof data.filters>(view, head.round, userId)
    if (arrived) startTransition(() => setLoaded(arrived))
    return arrived
  }, [view, head.round, userId])

  useEffect(() => () => clearTimeout(timer.current), [])

  // The server works out no chances: an address that asks for them is answered here.
  const asksHere = asksForChances(search)
  useEffect(() => {
    if (asksHere) void whole()
  }, [asksHere, whole])

  /** `isTyped`: by a key, which others may follow. */
  async function apply(next: ChoiceSearch, isTyped = false): Promise<void> {
    latest.current = next
    clearTimeout(timer.current)
    const settle = () => {
      browser?.navigation.readdress(addressOf(next, { ticked: shownTicks.current }))
      startTransition(() => setShown(more))
    }
    startTransition(() => {
      setSearch(next)
      if (isTyped) setShown(few)
    })
    if (isTyped) timer.current = window.setTimeout(settle, rest)
    else settle()
    if (!loaded && !(await whole()) && latest.current === next) void browser?.navigation.go(addressOf(next))
  }

  const found = useMemo(() => {
    if (!loaded) return null
    const suits = courseFilter(search)
    const own = {
      ...(bandOf && { bandOf }),
      isStarred: (code: string) => stars.includes(code),
    }
    const isAsked = rowFilter(search, own)
    const suiting = loaded.all.rows.filter((row) => suits(row, () => row.said) && isAsked(row))
    return inOrder(
      nearestFirst(suiting, search.q, (row) => row.said),
      search.order,
      own,
    )
  }, [loaded, search, bandOf, stars])

  return {
    search,
    /** What this browser found; null while the server's page is shown. */
    found,
    rows: found?.slice(0, shown) ?? data.rows,
    count: found?.length ?? data.count,
    /** The search asks for chances, and what is shown does not go by them yet. */
    lacksChances: asksHere && !(found && bandOf),
    loaded,
    bandOf,
    addressOf,
    apply,
    whole,
    hasMore: (found?.length ?? data.count) > shown,
    async showMore() {
      if (await whole()) setShown((was) => was + more)
      else void browser?.navigation.go(addressOf(search, { page: data.number + 1 }))
    },
    areFiltersOpen,
    async toggleFilters() {
      if (areFiltersOpen || (await whole())) setFiltersOpen(!areFiltersOpen)
      else void browser?.navigation.go(addressOf(search, { tab: 'filters' }))
    },
  }
}

export type SearchInBrowser = ReturnType<typeof useSearch>

/** The band of the candidate's chance at each choice, worked out once for each; null until the table is here, or without one. */
function useBands(): ((row: ChoiceRow) => Band | null) | null {
  const { data } = useView<typeof load>()
  const { chances, merit } = data.head
  const table = useChanceTable()
  return useMemo(() => {
    if (!table || !chances) return null
    const known = new Map<string, Band | null>()
    return ({ code, isBeyond, isWaiver }) => {
      const found = known.get(code)
      if (found !== undefined) return found
      const chance = chanceAt(table, code, chances.seatTypes, merit)
      const band = chance?.band ?? (isBeyond && !isWaiver ? 'unlikely' : null)
      known.set(code, band)
      return band
    }
  }, [table, chances, merit])
}
