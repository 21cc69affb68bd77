import { type PointerEvent, type RefObject, useState } from 'react'

/** The old and the new place of a dragged row; places count from 0. */
type Drag = { from: number; to: number }

/** Near the top (below the bar) or the bottom of the window, the page scrolls by `step` on each frame. Pixels. */
const edge = { top: 170, bottom: 100 }
const step = 14

/**
 * Drags the rows (`[data-row]`) of a list by a handle, with mouse, pen or finger. Rows stay in place until the drop;
 * Escape cancels. Buttons and keys can do the same, so dragging is only the quick way.
 */
export function useDragging(list: RefObject<HTMLElement | null>, drop: (drag: Drag) => void) {
  const [drag, setDrag] = useState<Drag | null>(null)

  function begin(event: PointerEvent, from: number): void {
    if (event.button !== 0 || !list.current) return
    event.preventDefault()
    const rows = Array.from(list.current.querySelectorAll('[data-row]'))
    let to = from
    let y = event.clientY
    let frame = 0

    function aim(): void {
      if (y < edge.top) scrollBy(0, -step)
      else if (y > innerHeight - edge.bottom) scrollBy(0, step)
      const below = rows.findIndex((row) => {
        const { top, height } = row.getBoundingClientRect()
        return y < top + height / 2
      })
      const gap = below < 0 ? rows.length : below
      const place = gap > from ? gap - 1 : gap
      if (place !== to) setDrag({ from, to: place })
      to = place
      frame = requestAnimationFrame(aim)
    }
    const follow = (moved: globalThis.PointerEvent) => {
      y = moved.clientY
    }
    const dropped = () => end(true)
    const left = () => end(false)
    const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && end(false)
    function end(isDropped: boolean): void {
      cancelAnimationFrame(frame)
      removeEventListener('pointermove', follow)
      removeEventListener('pointerup', dropped)
      removeEventListener('pointercancel', left)
      removeEventListener('keydown', onKey)
      setDrag(null)
      if (isDropped && to !== from) drop({ from, to })
    }
    addEventListener('pointermove', follow)
    addEventListener('pointerup', dropped)
    addEventListener('pointercancel', left)
    addEventListener('keydown', onKey)
    setDrag({ from, to })
    frame = requestAnimationFrame(aim)
  }

  return { drag, begin }
}
