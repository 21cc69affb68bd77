import { useEffect, useRef, useState } from 'react'
import { useT } from '#pages/ui/view.ts'
import styles from './Viewer.module.css'
import { type Size, turned } from './zoom'

/** The space around a page, in pixels on both sides together. */
const margin = 16

/** One page on show. `scaleFor`: its scale in this room; `turns`: quarter turns to the right. */
export function Stage({
  src,
  name,
  turns,
  scaleFor,
}: {
  src: string
  name: string
  turns: number
  scaleFor(page: Size, room: Size): number
}) {
  const t = useT()
  const room = useRef<HTMLElement>(null)
  const [space, setSpace] = useState<Size>({ width: 0, height: 0 })
  const [state, setState] = useState<Size | 'failed' | null>(null)

  useEffect(() => {
    const element = room.current
    if (!element) return
    const measure = () => setSpace({ width: element.clientWidth - margin, height: element.clientHeight - margin })
    measure()
    const watcher = new ResizeObserver(measure)
    watcher.observe(element)
    return () => watcher.disconnect()
  }, [])

  const size = state !== null && state !== 'failed' ? state : null
  const box = size && turned(size, turns)
  const scale = box ? scaleFor(box, space) : 1
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a zoomed page is scrolled by the arrow keys
    <section className={styles.stage} ref={room} tabIndex={0} aria-label={name} aria-busy={state === null}>
      {state === 'failed' ? (
        <p role="alert">{t('documents:viewer.failed')}</p>
      ) : (
        <div
          className={styles.sheet}
          style={box ? { width: `${box.width * scale}px`, height: `${box.height * scale}px` } : undefined}
        >
          <img
            src={src}
            alt={name}
            style={
              size
                ? {
                    width: `${size.width * scale}px`,
                    height: `${size.height * scale}px`,
                    transform: `translate(-50%, -50%) rotate(${turns * 90}deg)`,
                  }
                : { visibility: 'hidden' }
            }
            onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) => setState({ width, height })}
            onError={() => setState('failed')}
          />
        </div>
      )}
    </section>
  )
}
