/** Rows at most this far from where one moves get their places with it: more than a screen shows. */
const inSight = 24
/** The others get theirs after the picture that answers a key. Milliseconds. */
const afterwards = 100

/**
 * Makes the function that puts the rows (`[data-row]`) of a list in another order of codes, by the fewest moves, and their places
 * into their fields: drawing up to 300 rows again would take seconds on a slow phone. The focus stays where it is, in sight.
 * `codes`: the order in which the rows are.
 */
export function arranger(list: HTMLElement, codes: readonly string[]) {
  /** By place, the code whose field shows it. */
  let shown = [...codes]
  /** The rows by their codes, and the order in which they are. */
  let rows = rowsIn(list)
  let order: readonly string[] = [...rows.keys()]
  /** Rows that have moved and are drawn in any case until the browser has found out which of them are in sight. */
  const moved = new Set<HTMLElement>()
  let timer = 0

  /** Moves a row. Drawn only once it is known to be in sight, it would cost the picture a second layout. */
  function move(row: HTMLElement, before: Element | null): void {
    moved.add(row)
    row.style.contentVisibility = 'visible'
    place(list, row, before)
  }

  /** What waits for the picture that answers a key. */
  function settle(next: readonly string[]): void {
    number(next, () => true)
    for (const row of moved) row.style.removeProperty('content-visibility')
    moved.clear()
  }

  /** Writes the places that have changed. */
  function number(next: readonly string[], isDue: (place: number) => boolean): void {
    shown = next.map((code, place) => {
      if (shown[place] === code || !isDue(place)) return shown[place] ?? ''
      const field = rows.get(code)?.querySelector<HTMLInputElement>('[data-place]')
      if (!field) return ''
      field.value = String(place + 1)
      return code
    })
  }

  function arrange(next: readonly string[]): void {
    clearTimeout(timer)
    const isListed = new Set(next)
    const there = next.filter((code) => rows.has(code))
    const change = changeOf(
      order.filter((code) => isListed.has(code)),
      there,
    )
    const own = change && ownRow(list)
    const isNear = (place: number) =>
      !change || Math.min(Math.abs(place - change.first), Math.abs(place - change.last)) <= inSight
    // Before the rows: a field that loses the focus by the move has its new place then.
    number(next, isNear)
    if (change) {
      const rowOf = (code: string) => rows.get(code)!
      put(change.now.map(rowOf), change.next.map(rowOf), own, move)
      order = [...there, ...order.filter((code) => !isListed.has(code))]
      // With the next picture, which lays the page out anyway.
      if (own && change.next.includes(own.dataset.row!)) {
        requestAnimationFrame(() => own.scrollIntoView({ block: 'nearest' }))
      }
    }
    timer = window.setTimeout(() => settle(next), afterwards)
  }

  return {
    arrange,
    /** The same after rows have been added or taken away. */
    redrawn(next: readonly string[]): void {
      rows = rowsIn(list)
      order = [...rows.keys()]
      arrange(next)
    },
  }
}

const rowsIn = (list: HTMLElement): ReadonlyMap<string, HTMLElement> =>
  new Map((Array.from(list.children) as HTMLElement[]).map((row) => [row.dataset.row!, row]))

/** The row that has the focus. */
const ownRow = (list: HTMLElement): HTMLElement | null =>
  list.contains(document.activeElement) ? document.activeElement!.closest<HTMLElement>('[data-row]') : null

/** Where two orders of the same codes differ, between their first and their last difference; null if they do not. */
function changeOf(now: readonly string[], next: readonly string[]) {
  const first = now.findIndex((code, place) => code !== next[place])
  if (first < 0) return null
  let last = now.length - 1
  while (now[last] === next[last]) last--
  return { first, last, now: now.slice(first, last + 1), next: next.slice(first, last + 1) }
}

/** Puts neighbours in another order. Of two that change places, the one without the focus moves. */
function put(
  now: readonly HTMLElement[],
  next: readonly HTMLElement[],
  own: HTMLElement | null,
  move: (row: HTMLElement, before: Element | null) => void,
): void {
  const [first, last] = [now[0]!, now[now.length - 1]!]
  const after = last.nextElementSibling
  const isDown = now.slice(1).every((row, place) => next[place] === row)
  const isUp = now.slice(0, -1).every((row, place) => next[place + 1] === row)
  if (isDown && !(isUp && first === own)) move(first, after)
  else if (isUp) move(last, first)
  else for (const row of next) move(row, after)
}

/** Can a browser move an element without taking the focus from it? */
const keepsFocus = typeof Element !== 'undefined' && 'moveBefore' in Element.prototype

/** Puts a row before another. Where the browser takes the focus from it, it gets it back. */
function place(list: HTMLElement, row: HTMLElement, before: Element | null): void {
  const focused = row.contains(document.activeElement) ? (document.activeElement as HTMLElement) : null
  if (keepsFocus) list.moveBefore(row, before)
  else list.insertBefore(row, before)
  if (focused && document.activeElement !== focused) focused.focus()
}
