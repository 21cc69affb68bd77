import { type PointerEvent, type ReactNode, type RefObject, useCallback, useLayoutEffect, useRef } from 'react'
import { FiguresOf } from '#pages/parts/option-form/ChoiceFacts.tsx'
import { useDragging } from '#pages/parts/option-form/dragging.ts'
import optionStyles from '#pages/parts/option-form/options.module.css'
import { Still } from '#pages/parts/option-form/Still.tsx'
import { useHydrated } from '#pages/ui/browser/hydrated.ts'
import { fieldId } from '#pages/ui/field-id.ts'
import { Button } from '#pages/ui/form/Button.tsx'
import { Form } from '#pages/ui/form/Form.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import { Earlier } from './Earlier'
import { Insert } from './Insert'
import { OrderRow } from './OrderRow'
import { Posted } from './Posted'
import styles from './page.module.css'
import type { load } from './page.server'
import { Removed } from './Removed'
import { SavedLine } from './SavedLine'
import { StaleBanner } from './Stale'
import { type OrderInBrowser, undoId, useOrder } from './use-order'

/**
 * The editable list. Without JavaScript every button posts the whole list. With JavaScript the buttons, the keys and
 * dragging change the list in the browser, which saves it automatically. `onward`: the way on, below the list and before
 * the other ways to fill it.
 */
export function Order({ onward }: { onward: ReactNode }) {
  const { base, data } = useView<typeof load>()
  const t = useT()
  const isScripted = useHydrated()
  const order = useOrder()
  const { auto, said, removed } = order
  const { choices, state } = auto
  const here = href(base, 'option-form/select-prefrence', undefined, { round: data.head.round })
  return (
    <>
      {state.kind === 'stale' && (
        <StaleBanner
          saved={state.saved}
          mine={choices}
          onKeep={() => auto.keepMine(state.version)}
          onTake={() => location.assign(here)}
        />
      )}
      <div className={styles.head}>
        <h2>{t('options:order.title', { count: choices.length })}</h2>
        <SavedLine state={state} savedAt={data.head.savedAt} />
      </div>
      {isScripted && choices.length > 0 && <p className={styles.saved}>{t('options:order.how')}</p>}
      <p role="status" className={said.isFault ? styles.fault : 'visually-hidden'}>
        {said.text}
      </p>
      {choices.length === 0 ? <p>{t('options:order.none')}</p> : <Rows order={order} />}
      {removed && (
        <Removed id={undoId} removed={removed} onUndo={order.scripted(order.undo)}>
          <Posted of={auto} />
        </Removed>
      )}
      {onward}
      <div className="cols">
        <Insert auto={auto} here={here} />
        {data.earlier && <Earlier from={data.earlier} act="import" auto={auto} />}
        {data.starred && <Earlier from={data.starred} act="starred" auto={auto} />}
      </div>
    </>
  )
}

function Rows({ order }: { order: OrderInBrowser }) {
  const t = useT()
  const isScripted = useHydrated()
  const rows = useRef<HTMLOListElement>(null)
  const { drag, begin } = useDragging(rows, ({ from, to }) => order.move(from, to))
  const latest = useRef(begin)
  latest.current = begin
  const { lines, freezesBelow, acts, keyOf } = order
  const onGrab = useCallback((event: PointerEvent, code: string) => latest.current(event, acts.placeOf(code)), [acts])
  useNumbers(rows, order.auto.choices)
  return (
    <Form
      name="order"
      kind="quiet"
      submit={t('options:order.save')}
      bar={(button) =>
        !isScripted && (
          <div className="actions">
            {/* A link would leave the typed numbers behind. */}
            <Button name="act" value="onward">
              {t('options:order.next')}
            </Button>
            {button}
          </div>
        )
      }
    >
      <Posted of={order.auto} />
      {/* Enter activates a form's first button, which therefore applies the numbers. */}
      {!isScripted && (
        <Button kind="quiet" small name="act" value="numbers">
          {t('options:order.numbers')}
        </Button>
      )}
      <FiguresOf lines={lines} />
      <ol className={optionStyles.choices} ref={rows} id={fieldId('choices')}>
        <Still>
          {lines.map((line, place) => (
            <OrderRow
              key={keyOf(line.code)}
              {...{ line, acts, onGrab }}
              course={line.course && line.course !== lines[place - 1]?.course ? line.course : null}
              isFirst={place === 0}
              isLast={place === lines.length - 1}
              freezes={place < freezesBelow}
              drag={partOf(drag, place)}
            />
          ))}
        </Still>
      </ol>
    </Form>
  )
}

/** Writes the places into the fields of rows that others have passed: drawing up to 300 rows again would take seconds on a slow phone. */
function useNumbers(rows: RefObject<HTMLElement | null>, choices: readonly string[]): void {
  const numbered = useRef(choices)
  useLayoutEffect(() => {
    if (numbered.current === choices || !rows.current) return
    numbered.current = choices
    const fields = rows.current.querySelectorAll<HTMLInputElement>('[data-place]')
    for (const [place, field] of fields.entries()) field.value = String(place + 1)
  }, [rows, choices])
}

/** The part of a row in a drag: it is dragged, or the dragged one would be dropped beside it. */
function partOf(drag: ReturnType<typeof useDragging>['drag'], place: number) {
  if (drag?.from === place) return 'dragged'
  if (drag?.to !== place) return null
  return drag.to < drag.from ? 'before' : 'after'
}
