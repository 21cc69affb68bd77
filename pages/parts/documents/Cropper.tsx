import { type KeyboardEvent, type PointerEvent, useEffect, useId, useRef, useState } from 'react'
import { type Crop, firstCrop, fitCrop } from '#pages/ui/browser/picture.ts'
import { useT } from '#pages/ui/view.ts'
import styles from './Cropper.module.css'

type Size = { width: number; height: number }

const percent = (part: number) => `${part * 100}%`

/** Chooses the part of a picture to keep: drag the frame, move it with the arrow keys, or type the figures. */
export function Cropper({ file, shape, onCrop }: { file: File; shape: number; onCrop(crop: Crop | null): void }) {
  const t = useT()
  const [src, setSrc] = useState<string | null>(null)
  const [size, setSize] = useState<Size | null>(null)
  const [crop, setCrop] = useState<Crop | null>(null)
  const picture = useRef<HTMLDivElement>(null)
  const drag = useRef<{ x: number; y: number; crop: Crop } | null>(null)

  useEffect(() => {
    const address = URL.createObjectURL(file)
    setSrc(address)
    return () => URL.revokeObjectURL(address)
  }, [file])

  const put = (next: Crop | null) => {
    setCrop(next)
    onCrop(next)
  }
  if (!src) return null
  const onLoad = (image: HTMLImageElement) => {
    const loaded = { width: image.naturalWidth, height: image.naturalHeight }
    setSize(loaded)
    put(firstCrop(loaded, shape))
  }
  const change = (part: Partial<Crop>) => crop && size && put(fitCrop({ ...crop, ...part }, size, shape))

  const onPointerDown = (event: PointerEvent<HTMLButtonElement>) => {
    if (!crop) return
    event.currentTarget.setPointerCapture(event.pointerId)
    drag.current = { x: event.clientX, y: event.clientY, crop }
  }
  const onPointerMove = (event: PointerEvent) => {
    const box = picture.current
    if (!drag.current || !box) return
    const { x, y, crop: from } = drag.current
    change({
      left: from.left + (event.clientX - x) / box.clientWidth,
      top: from.top + (event.clientY - y) / box.clientHeight,
    })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (!crop) return
    const moves: Record<string, Partial<Crop>> = {
      ArrowLeft: { left: crop.left - 0.01 },
      ArrowRight: { left: crop.left + 0.01 },
      ArrowUp: { top: crop.top - 0.01 },
      ArrowDown: { top: crop.top + 0.01 },
      '+': { width: crop.width + 0.02 },
      '-': { width: crop.width - 0.02 },
    }
    const move = moves[event.key]
    if (!move) return
    event.preventDefault()
    change(move)
  }
  return (
    <div className={styles.cropper} hidden={!crop}>
      <h3>{t('documents:crop.title')}</h3>
      <p className="hint">{t('documents:crop.about')}</p>
      <div className={styles.columns}>
        <div className={styles.picture} ref={picture}>
          <img src={src} alt="" onLoad={(event) => onLoad(event.currentTarget)} onError={() => put(null)} />
          {crop && (
            <button
              type="button"
              aria-label={t('documents:crop.frame')}
              style={{
                left: percent(crop.left),
                top: percent(crop.top),
                width: percent(crop.width),
                height: percent(crop.height),
              }}
              {...{ onPointerDown, onPointerMove, onKeyDown }}
              onPointerUp={() => {
                drag.current = null
              }}
            />
          )}
        </div>
        {crop && (
          <div>
            <Preview src={src} crop={crop} shape={shape} />
            <div className={styles.figures}>
              <Figure label={t('documents:crop.left')} value={crop.left} onChange={(left) => change({ left })} />
              <Figure label={t('documents:crop.top')} value={crop.top} onChange={(top) => change({ top })} />
              <Figure label={t('documents:crop.zoom')} value={crop.width} onChange={(width) => change({ width })} />
            </div>
          </div>
        )}
      </div>
    </div>
  )
}

function Preview({ src, crop, shape }: { src: string; crop: Crop; shape: number }) {
  const t = useT()
  return (
    <>
      <p className="hint">{t('documents:crop.preview')}</p>
      <div
        className={styles.preview}
        style={{ width: `${shape > 1 ? 210 : 126}px`, height: `${shape > 1 ? 90 : 162}px` }}
      >
        <img
          src={src}
          alt=""
          style={{
            width: percent(1 / crop.width),
            height: percent(1 / crop.height),
            left: percent(-crop.left / crop.width),
            top: percent(-crop.top / crop.height),
          }}
        />
      </div>
    </>
  )
}

/** One figure of the frame, in percent. It has no name, so the form does not send it. */
function Figure({ label, value, onChange }: { label: string; value: number; onChange(value: number): void }) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="number"
        min="0"
        max="100"
        value={Math.round(value * 100)}
        onChange={(event) => onChange(Number(event.currentTarget.value) / 100)}
      />
    </div>
  )
}
