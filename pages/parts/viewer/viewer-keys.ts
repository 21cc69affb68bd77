import { useEffect, useRef } from 'react'
import { keyOf } from '#pages/parts/keys/page-keys.ts'

type Acts = Record<'in' | 'out' | 'fit' | 'width' | 'turn' | 'back' | 'on' | 'screen', () => void> & {
  document(by: 1 | -1): void
}

/** The keys of the viewer: they work wherever the focus is, except where somebody types. */
export function useViewerKeys(acts: Acts, isOn: boolean): void {
  const latest = useRef(acts)
  latest.current = acts
  useEffect(() => {
    if (!isOn) return
    const onKey = (event: KeyboardEvent) => {
      const act = latest.current
      const does: Readonly<Record<string, (() => void) | undefined>> = {
        p: () => act.document(event.shiftKey ? -1 : 1),
        r: act.turn,
        w: act.width,
        0: act.fit,
        '+': act.in,
        '=': act.in,
        '-': act.out,
        ',': act.back,
        '.': act.on,
        z: act.screen,
      }
      const done = does[keyOf(event) ?? '']
      if (!done) return
      event.preventDefault()
      done()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [isOn])
}
