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
  let timer = 0

  /** Writes the places that have changed. */
  function number(next: readonly string[], rows: Rows, isDue: (place: number) => boolean): void {
    shown = next.map((code, place) => {
      if (shown[place] === code || !isDue(place)) return shown[place] ?? ''
      const field = rows.get(code)?.querySelector<HTMLInputElement>('[data-place]')
      if (!field) return ''
      field.value = String(place + 1)
      return code
    })
  }

  return function arrange(next: readonly string[]): void {
    clearTimeout(timer)
    const rows = rowsIn(list)
    const isListed = new Set(next)
    const change = changeOf(
      [...rows.keys()].filter((code) => isListed.has(code)),
      next.filter((code) => rows.has(code)),
    )
    const own = change && ownRow(list)
    const isNear = (place: number) =>
      !change || Math.min(Math.abs(place - change.first), Math.abs(place - change.last)) <= inSight
    // Before the rows: a field that loses the focus by the move has its new place then.
    number(next, rows, isNear)
    if (change) {
      const rowOf = (code: string) => rows.get(code)!
      put(list, change.now.map(rowOf), change.next.map(rowOf), own)
      // With the next picture, which lays the page out anyway.
      if (own && change.next.includes(own.dataset.row!)) {
        requestAnimationFrame(() => own.scrollIntoView({ block: 'nearest' }))
      }
    }
    if (shown.some((code, place) => code !== next[place])) {
      timer = window.setTimeout(() => number(next, rowsIn(list), () => true), afterwards)
    }
  }
}

type Rows = ReadonlyMap<string, HTMLElement>

const rowsIn = (list: HTMLElement): Rows =>
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
  list: HTMLElement,
  now: readonly HTMLElement[],
  next: readonly HTMLElement[],
  own: HTMLElement | null,
): void {
  const [first, last] = [now[0]!, now[now.length - 1]!]
  const after = last.nextElementSibling
  const isDown = now.slice(1).every((row, place) => next[place] === row)
  const isUp = now.slice(0, -1).every((row, place) => next[place + 1] === row)
  if (isDown && !(isUp && first === own)) move(list, first, after)
  else if (isUp) move(list, last, first)
  else for (const row of next) move(list, row, after)
}

/** Can a browser move an element without taking the focus from it? */
const keepsFocus = typeof Element !== 'undefined' && 'moveBefore' in Element.prototype

/** Moves a row. Where the browser takes the focus from it, it gets it back. */
function move(list: HTMLElement, row: HTMLElement, before: Element | null): void {
  const focused = row.contains(document.activeElement) ? (document.activeElement as HTMLElement) : null
  if (keepsFocus) list.moveBefore(row, before)
  else list.insertBefore(row, before)
  if (focused && document.activeElement !== focused) focused.focus()
}
