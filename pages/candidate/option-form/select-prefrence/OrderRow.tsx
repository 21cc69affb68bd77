import { type KeyboardEvent, memo, type PointerEvent } from 'react'
import { ChoiceFacts } from '#pages/parts/option-form/ChoiceFacts.tsx'
import { ClosingTable } from '#pages/parts/option-form/ClosingTable.tsx'
import type { Line } from '#pages/parts/option-form/lines.ts'
import optionStyles from '#pages/parts/option-form/options.module.css'
import { RowMenu } from '#pages/parts/option-form/RowMenu.tsx'
import { useBrowser } from '#pages/ui/browser/browser.ts'
import { useHydrated } from '#pages/ui/browser/hydrated.ts'
import { useLive } from '#pages/ui/browser/live.ts'
import { classNames } from '#pages/ui/class-names.ts'
import { fieldId } from '#pages/ui/field-id.ts'
import { Button } from '#pages/ui/form/Button.tsx'
import { useT, useView } from '#pages/ui/view.ts'
import styles from './page.module.css'
import type { load } from './page.server'
import { handleId, type OrderActs } from './use-order'

/** A choice, and what moves it. */
type MoverProps = { line: Line; acts: OrderActs }

/** `drag`: the row's part in the drag under way; `onGrab`: begins one. */
type RowProps = MoverProps & {
  drag: 'dragged' | 'before' | 'after' | null
  onGrab(event: PointerEvent, code: string): void
}

/**
 * A row of a list of up to 300: it is drawn again only if one of these or its part in the list changes, so that a key answers at
 * once. Its place is none of that: where others pass it, the list writes that into its field.
 */
export const OrderRow = memo(function OrderRow({ line, acts, drag, onGrab }: RowProps) {
  const { data } = useView<typeof load>()
  const t = useT()
  const isScripted = useHydrated()
  const { course, isFirst, isLast, freezes } = useLive(acts.list, (choices) => acts.partsOf(choices, line.code))
  return (
    <li
      id={`c-${line.code}`}
      data-row={line.code}
      className={classNames(
        optionStyles.choice,
        drag === 'dragged' && styles.dragged,
        drag === 'before' && styles.dropBefore,
        drag === 'after' && styles.dropAfter,
      )}
    >
      {course !== null && <p className={optionStyles.course}>{course}</p>}
      <div className={`${optionStyles.lead} ${styles.lead}`}>
        {isScripted && <Handle {...{ line, acts, onGrab }} />}
        <PlaceField {...{ line, acts }} />
      </div>
      <ChoiceFacts line={line} closedRound={data.head.closedRound} freezes={freezes} />
      <RowMenu
        label={t('options:line.more', { code: line.code, institute: line.institute ?? t('options:line.unknown') })}
      >
        <Acts {...{ line, acts, isFirst, isLast }} />
        <ClosingTable line={line} />
      </RowMenu>
    </li>
  )
})

/** Moves its choice by the pointer, or by the arrows, Home and End. */
function Handle({ line: { code }, acts, onGrab }: MoverProps & Pick<RowProps, 'onGrab'>) {
  const t = useT()
  function onKey(event: KeyboardEvent): void {
    const place = acts.placeOf(code)
    const to = { ArrowUp: place - 1, ArrowDown: place + 1, Home: 0, End: Number.POSITIVE_INFINITY }[event.key]
    if (to === undefined) return
    event.preventDefault()
    acts.move(code, to)
  }
  return (
    <button
      type="button"
      id={handleId(code)}
      className={`${styles.handle} screen-only`}
      aria-label={t('options:order.handle', { code })}
      onPointerDown={(event) => onGrab(event, code)}
      onKeyDown={onKey}
    />
  )
}

/** The place in the list; a typed number moves the choice there. */
function PlaceField({ line: { code }, acts }: MoverProps) {
  const { form } = useView()
  const t = useT()
  const browser = useBrowser()
  const numberId = fieldId(`to-${code}`)
  return (
    <>
      <label className="visually-hidden" htmlFor={numberId}>
        {t('options:order.number-of', { code })}
      </label>
      <input
        id={numberId}
        data-place
        className={`${styles.number} num`}
        name={`to-${code}`}
        inputMode="numeric"
        autoComplete="off"
        maxLength={3}
        defaultValue={form?.values[`to-${code}`] ?? String(acts.placeOf(code) + 1)}
        onBlur={({ currentTarget }) => acts.moveToTyped(code, currentTarget)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !browser) return
          event.preventDefault()
          acts.moveToTyped(code, event.currentTarget)
        }}
      />
    </>
  )
}

function Acts({ line: { code }, acts, isFirst, isLast }: MoverProps & { isFirst: boolean; isLast: boolean }) {
  const t = useT()
  const act = (name: 'up' | 'down' | 'remove', run: () => void, isOff = false) => (
    <Button
      kind="quiet"
      small
      name="act"
      value={`${name}:${code}`}
      aria-label={t(`options:order.${name}-of`, { code })}
      disabled={isOff}
      onClick={acts.scripted(run)}
    >
      {t(`options:order.${name}`)}
    </Button>
  )
  return (
    <div className="acts">
      {act('up', () => acts.move(code, acts.placeOf(code) - 1), isFirst)}
      {act('down', () => acts.move(code, acts.placeOf(code) + 1), isLast)}
      {act('remove', () => acts.remove(code))}
    </div>
  )
}
