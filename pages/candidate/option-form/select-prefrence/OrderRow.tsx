import type { KeyboardEvent, PointerEvent } from 'react'
import { ChoiceFacts, CourseHeading } from '#pages/parts/option-form/ChoiceFacts.tsx'
import { ClosingTable } from '#pages/parts/option-form/ClosingTable.tsx'
import optionStyles from '#pages/parts/option-form/options.module.css'
import { RowMenu } from '#pages/parts/option-form/RowMenu.tsx'
import { useBrowser } from '#pages/ui/browser/browser.ts'
import { useHydrated } from '#pages/ui/browser/hydrated.ts'
import { classNames } from '#pages/ui/class-names.ts'
import { fieldId } from '#pages/ui/field-id.ts'
import { Button } from '#pages/ui/form/Button.tsx'
import { useT, useView } from '#pages/ui/view.ts'
import styles from './page.module.css'
import type { load } from './page.server'
import { handleId, type OrderInBrowser } from './use-order'

/** A choice at its place, from 0, with the buttons, the handle and the field that move it. */
type RowProps = { order: OrderInBrowser; place: number }

/** `drag`: the drag under way, if any; `onGrab`: begins one. */
export function OrderRow({
  order,
  place,
  drag,
  onGrab,
}: RowProps & { drag: { from: number; to: number } | null; onGrab(event: PointerEvent): void }) {
  const { data } = useView<typeof load>()
  const t = useT()
  const isScripted = useHydrated()
  const line = order.lines[place]!
  return (
    <li
      id={`c-${line.code}`}
      data-row={line.code}
      className={classNames(
        optionStyles.choice,
        drag?.from === place && styles.dragged,
        drag?.to === place && drag.to < drag.from && styles.dropBefore,
        drag?.to === place && drag.to > drag.from && styles.dropAfter,
      )}
    >
      <CourseHeading lines={order.lines} place={place} />
      <div className={`${optionStyles.lead} ${styles.lead}`}>
        {isScripted && <Handle order={order} place={place} onGrab={onGrab} />}
        <PlaceField order={order} place={place} />
      </div>
      <ChoiceFacts line={line} closedRound={data.head.closedRound} freezes={place < order.freezesBelow} />
      <RowMenu
        label={t('options:line.more', { code: line.code, institute: line.institute ?? t('options:line.unknown') })}
      >
        <Acts order={order} place={place} />
        <ClosingTable line={line} />
      </RowMenu>
    </li>
  )
}

/** Moves its choice by the pointer, or by the arrows, Home and End. */
function Handle({ order, place, onGrab }: RowProps & { onGrab(event: PointerEvent): void }) {
  const t = useT()
  const { code } = order.lines[place]!
  function onKey(event: KeyboardEvent): void {
    const to = { ArrowUp: place - 1, ArrowDown: place + 1, Home: 0, End: order.auto.choices.length - 1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    order.focusNext(handleId(code))
    order.move(place, to)
  }
  return (
    <button
      type="button"
      id={handleId(code)}
      className={`${styles.handle} screen-only`}
      aria-label={t('options:order.handle', { code, place: place + 1 })}
      onPointerDown={onGrab}
      onKeyDown={onKey}
    />
  )
}

/** The place in the list; a typed number moves the choice there. */
function PlaceField({ order, place }: RowProps) {
  const { form } = useView()
  const t = useT()
  const browser = useBrowser()
  const { code } = order.lines[place]!
  const numberId = fieldId(`to-${code}`)
  return (
    <>
      <label className="visually-hidden" htmlFor={numberId}>
        {t('options:order.number-of', { code })}
      </label>
      <input
        key={place}
        id={numberId}
        className={`${styles.number} num`}
        name={`to-${code}`}
        inputMode="numeric"
        autoComplete="off"
        maxLength={3}
        defaultValue={form?.values[`to-${code}`] ?? String(place + 1)}
        onBlur={({ currentTarget }) => order.moveToTyped(currentTarget, place)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !browser) return
          event.preventDefault()
          order.focusNext(numberId)
          order.moveToTyped(event.currentTarget, place)
        }}
      />
    </>
  )
}

function Acts({ order, place }: RowProps) {
  const t = useT()
  const { code } = order.lines[place]!
  const act = (name: 'up' | 'down' | 'remove', run: () => void, isOff = false) => (
    <Button
      kind="quiet"
      small
      name="act"
      value={`${name}:${code}`}
      aria-label={t(`options:order.${name}-of`, { code })}
      disabled={isOff}
      onClick={order.scripted(run)}
    >
      {t(`options:order.${name}`)}
    </Button>
  )
  return (
    <div className="acts">
      {act('up', () => order.move(place, place - 1), place === 0)}
      {act('down', () => order.move(place, place + 1), place === order.auto.choices.length - 1)}
      {act('remove', () => order.remove(code))}
    </div>
  )
}
