import { useEffect, useMemo, useRef, useState } from 'react'
import { useAutosave } from '#pages/parts/option-form/autosave.ts'
import type { Head } from '#pages/parts/option-form/head.ts'
import { countedIn } from '#pages/parts/option-form/held.ts'
import type { Line } from '#pages/parts/option-form/lines.ts'
import { useBrowser } from '#pages/ui/browser/browser.ts'
import { createLive, drawNow, type Live } from '#pages/ui/browser/live.ts'
import { useT, useView } from '#pages/ui/view.ts'
import { inserted, moved, typedPlace } from '#server/domain/seats/option-form.ts'
import type { load } from './page.server'

export const handleId = (code: string) => `handle-${code}`
export const undoId = 'undo-remove'

/** What the last act did, for screen readers; a fault is for everybody. */
export type Said = { text: string; isFault?: true }

/** The list as it is in the browser, and the acts that change it there; each saves it. Places count from 0. */
export function useOrder() {
  const { data } = useView<typeof load>()
  const t = useT()
  const browser = useBrowser()
  const [said] = useState(() => createLive<Said>({ text: '' }))
  /** The choice removed last, which can be put back at its place. */
  const [removed, setRemoved] = useState<{ code: string; institute: string; place: number } | null>(data.removed)
  const focusOn = useRef<string | null>(null)
  const auto = useAutosave({
    round: data.head.round,
    version: data.version,
    choices: data.lines.map(({ code }) => code),
    closesAt: data.head.closesAt,
  })
  /** Every choice that the list can have, in the order in which the page came. */
  const lines = useMemo(() => [...data.lines, ...(data.removed ? [data.removed.line] : [])], [data])

  useEffect(() => {
    if (focusOn.current) document.getElementById(focusOn.current)?.focus()
    focusOn.current = null
  })

  /** The acts of a row: the same object for as long as the page is there in this language. */
  const acts = useMemo<OrderActs>(() => {
    const sayMoved = (code: string, place: number, count: number) =>
      said.set({ text: t('options:order.moved', { code, place: place + 1, count }) })
    const placeOf = (code: string) => auto.list.get().indexOf(code)
    function move(code: string, to: number): void {
      const choices = auto.list.get()
      const from = placeOf(code)
      const place = Math.max(0, Math.min(to, choices.length - 1))
      if (from < 0 || place === from) return
      auto.change(moved(choices, from, place))
      setRemoved(null)
      sayMoved(code, place, choices.length)
    }
    return {
      list: auto.list,
      partsOf: partsIn(lines, data.head),
      placeOf,
      move,
      remove(code) {
        const choices = auto.list.get()
        const institute = lines.find((line) => line.code === code)?.institute ?? ''
        setRemoved({ code, institute, place: placeOf(code) })
        auto.change(choices.filter((one) => one !== code))
        focusOn.current = undoId
        drawNow()
      },
      undo({ code, place }) {
        const choices = auto.list.get()
        auto.change(inserted(choices, code, place))
        setRemoved(null)
        sayMoved(code, place, choices.length + 1)
        focusOn.current = handleId(code)
        drawNow()
      },
      moveToTyped(code, input) {
        if (!browser) return
        const typed = input.value
        const to = typedPlace(typed)
        input.value = String(placeOf(code) + 1)
        if (to === null) said.set({ text: t('options:fault.choice-place', { typed }), isFault: true })
        else move(code, to - 1)
      },
      scripted: (act) => (event) => {
        if (!browser) return
        event.preventDefault()
        act()
      },
    }
  }, [auto, said, lines, data.head, browser, t])
  return { auto, lines, said, removed, acts }
}

export type OrderInBrowser = ReturnType<typeof useOrder>

/**
 * What a row does with its choice, wherever that is by now. Places count from 0; one before the start is the first, one beyond the
 * end the last.
 */
export type OrderActs = {
  list: Live<readonly string[]>
  partsOf: ReturnType<typeof partsIn>
  placeOf(code: string): number
  move(code: string, to: number): void
  remove(code: string): void
  /** Puts back a choice that was removed. */
  undo(removed: { code: string; place: number }): void
  /** Moves a choice to the place, from 1, that was typed in its field; the field then shows where it is. */
  moveToTyped(code: string, input: HTMLInputElement): void
  /** Runs the act in the browser; without JavaScript the button posts the form. */
  scripted(act: () => void): (event: { preventDefault(): void }) => void
}

/** What a row shows because of its place. `course`: the name above it, if the row before has another. */
type Part = { course: string | null; isFirst: boolean; isLast: boolean; freezes: boolean }

const nowhere: Part = { course: null, isFirst: false, isLast: false, freezes: false }

/** Finds the part of every row in an order. A row whose part stays the same keeps the object, so that it is not drawn again. */
function partsIn(all: readonly Line[], head: Head) {
  const lineOf = new Map(all.map((line) => [line.code, line]))
  let known: { list: readonly string[]; parts: ReadonlyMap<string, Part> } = { list: [], parts: new Map() }
  function find(list: readonly string[]) {
    const lines = list.flatMap((code) => lineOf.get(code) ?? [])
    const freezesBelow = Math.min(head.freezing, countedIn(lines, head.held))
    return new Map(
      lines.map(({ code, course }, place): [string, Part] => {
        const part = {
          course: course === (lines[place - 1]?.course ?? null) ? null : course,
          isFirst: place === 0,
          isLast: place === lines.length - 1,
          freezes: place < freezesBelow,
        }
        const before = known.parts.get(code)
        return [code, before && isSame(before, part) ? before : part]
      }),
    )
  }
  return (list: readonly string[], code: string): Part => {
    if (known.list !== list) known = { list, parts: find(list) }
    return known.parts.get(code) ?? nowhere
  }
}

const isSame = (one: Part, other: Part) => (Object.keys(one) as (keyof Part)[]).every((key) => one[key] === other[key])
