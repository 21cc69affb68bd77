import { useEffect, useMemo, useRef, useState } from 'react'
import { useAutosave } from '#pages/parts/option-form/autosave.ts'
import { countedIn } from '#pages/parts/option-form/held.ts'
import { useBrowser } from '#pages/ui/browser/browser.ts'
import { useT, useView } from '#pages/ui/view.ts'
import { inserted, moved, typedPlace } from '#server/domain/seats/option-form.ts'
import type { load } from './page.server'

export const handleId = (code: string) => `handle-${code}`
export const undoId = 'undo-remove'

/** The list as it is in the browser, and the acts that change it there; each saves it. Places count from 0. */
export function useOrder() {
  const { data } = useView<typeof load>()
  const t = useT()
  const browser = useBrowser()
  /** What the last act did, for screen readers; a fault is for everybody. */
  const [said, tell] = useState<{ text: string; isFault?: true }>({ text: '' })
  /** The choice removed last, which can be put back at its place. */
  const [removed, setRemoved] = useState<{ code: string; institute: string; place: number } | null>(data.removed)
  const focusOn = useRef<string | null>(null)
  /** How often a row has been drawn as a new one, by its code. */
  const redrawn = useRef(new Map<string, number>()).current
  const auto = useAutosave({
    round: data.head.round,
    version: data.version,
    choices: data.lines.map(({ code }) => code),
    closesAt: data.head.closesAt,
  })
  const { choices } = auto
  const lineOf = new Map([...data.lines, ...(data.removed ? [data.removed.line] : [])].map((line) => [line.code, line]))
  const lines = choices.flatMap((code) => lineOf.get(code) ?? [])
  const sayMoved = (code: string, place: number, count: number) =>
    tell({ text: t('options:order.moved', { code, place: place + 1, count }) })

  useEffect(() => {
    if (focusOn.current) document.getElementById(focusOn.current)?.focus()
    focusOn.current = null
  })

  function move(from: number, to: number): void {
    const place = Math.max(0, Math.min(to, choices.length - 1))
    const code = choices[from]
    if (code === undefined || place === from) return
    // A row that moves far up is drawn as a new one: React would move every row that it passes.
    if (place < from - 1) redrawn.set(code, (redrawn.get(code) ?? 0) + 1)
    auto.change(moved(choices, from, place))
    setRemoved(null)
    sayMoved(code, place, choices.length)
  }
  function remove(code: string): void {
    auto.change(choices.filter((one) => one !== code))
    setRemoved({ code, institute: lineOf.get(code)?.institute ?? '', place: choices.indexOf(code) })
    focusOn.current = undoId
  }
  function undo(): void {
    if (!removed) return
    const { code, place } = removed
    auto.change(inserted(choices, code, place))
    setRemoved(null)
    focusOn.current = handleId(code)
    sayMoved(code, place, choices.length + 1)
  }
  function moveToTyped(code: string, input: HTMLInputElement): void {
    if (!browser) return
    const place = choices.indexOf(code)
    const typed = input.value
    const to = typedPlace(typed)
    input.value = String(place + 1)
    if (to === null) tell({ text: t('options:fault.choice-place', { typed }), isFault: true })
    else move(place, to - 1)
  }
  /** Runs the act in the browser; without JavaScript the button posts the form. */
  const scripted = (act: () => void) => (event: { preventDefault(): void }) => {
    if (!browser) return
    event.preventDefault()
    act()
  }
  const freezesBelow = Math.min(data.head.freezing, countedIn(lines, data.head.held))
  const latest = useRef({ choices, move, remove, moveToTyped, scripted })
  latest.current = { choices, move, remove, moveToTyped, scripted }
  /** The acts of a row: the same object for as long as the page is there. */
  const acts = useMemo<OrderActs>(
    () => ({
      placeOf: (code) => latest.current.choices.indexOf(code),
      move: (code, to) => latest.current.move(latest.current.choices.indexOf(code), to),
      remove: (code) => latest.current.remove(code),
      moveToTyped: (code, input) => latest.current.moveToTyped(code, input),
      scripted: (act) => (event) => latest.current.scripted(act)(event),
      focusNext(id) {
        focusOn.current = id
      },
    }),
    [],
  )
  const keyOf = (code: string) => `${code} ${redrawn.get(code) ?? 0}`
  return { auto, lines, freezesBelow, said, removed, move, undo, scripted, acts, keyOf }
}

export type OrderInBrowser = ReturnType<typeof useOrder>

/**
 * What a row does with its choice, wherever that is by now. Places count from 0; one before the start is the first, one beyond the
 * end the last.
 */
export type OrderActs = {
  placeOf(code: string): number
  move(code: string, to: number): void
  remove(code: string): void
  /** Moves a choice to the place, from 1, that was typed in its field; the field then shows the old place until the list is drawn. */
  moveToTyped(code: string, input: HTMLInputElement): void
  /** Runs the act in the browser; without JavaScript the button posts the form. */
  scripted(act: () => void): (event: { preventDefault(): void }) => void
  /** The element that has the focus once the list is drawn again. */
  focusNext(id: string): void
}
