import { type PointerEvent, type ReactNode, type RefObject, useCallback, useLayoutEffect, useRef } from 'react'
import type { Autosave } from '#pages/parts/option-form/autosave.ts'
import { FiguresOf } from '#pages/parts/option-form/ChoiceFacts.tsx'
import { useDragging } from '#pages/parts/option-form/dragging.ts'
import type { Line } from '#pages/parts/option-form/lines.ts'
import optionStyles from '#pages/parts/option-form/options.module.css'
import { Still } from '#pages/parts/option-form/Still.tsx'
import { useHydrated } from '#pages/ui/browser/hydrated.ts'
import { useLive } from '#pages/ui/browser/live.ts'
import { fieldId } from '#pages/ui/field-id.ts'
import { Button } from '#pages/ui/form/Button.tsx'
import { Form } from '#pages/ui/form/Form.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import { arranger } from './arrange'
import { Earlier } from './Earlier'
import { Insert } from './Insert'
import { OrderRow } from './OrderRow'
import { PostedNow } from './Posted'
import styles from './page.module.css'
import type { load } from './page.server'
import { Removed } from './Removed'
import { SavedLine } from './SavedLine'
import { Overtaken } from './Stale'
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
  const { auto, said, removed, acts } = order
  const count = useLive(auto.list, (choices) => choices.length)
  const here = href(base, 'option-form/select-prefrence', undefined, { round: data.head.round })
  return (
    <>
      <Overtaken auto={auto} onTake={() => location.assign(here)} />
      <div className={styles.head}>
        <h2>{t('options:order.title', { count })}</h2>
        <SavedLine auto={auto} savedAt={data.head.savedAt} />
      </div>
      {isScripted && count > 0 && <p className={styles.saved}>{t('options:order.how')}</p>}
      <Told said={said} />
      {count === 0 ? <p>{t('options:order.none')}</p> : <Rows order={order} />}
      {removed && (
        <Removed id={undoId} removed={removed} onUndo={acts.scripted(() => acts.undo(removed))}>
          <PostedNow auto={auto} />
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

/** What the last act did. */
function Told({ said }: Pick<OrderInBrowser, 'said'>) {
  const { text, isFault } = useLive(said, (now) => now)
  return (
    <p role="status" className={isFault ? styles.fault : 'visually-hidden'}>
      {text}
    </p>
  )
}

/**
 * The rows, always in the order in which the page came: `arrange` puts them in that of the list, because drawing 300 rows anew
 * to move one would take seconds on a slow phone.
 */
function Rows({ order: { auto, lines, acts } }: { order: OrderInBrowser }) {
  const t = useT()
  const isScripted = useHydrated()
  const rows = useRef<HTMLOListElement>(null)
  const codeAt = (place: number | undefined) => (place === undefined ? undefined : auto.list.get()[place])
  const { drag, begin } = useDragging(rows, ({ from, to }) => acts.move(codeAt(from)!, to))
  const latest = useRef(begin)
  latest.current = begin
  const onGrab = useCallback((event: PointerEvent, code: string) => latest.current(event, acts.placeOf(code)), [acts])
  const drawn = new Set(useLive(auto.list, (choices) => drawnOf(lines, choices)).split(','))
  useArranged(rows, auto)
  const [dragged, target] = [codeAt(drag?.from), codeAt(drag?.to)]
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
      <PostedNow auto={auto} />
      {/* Enter activates a form's first button, which therefore applies the numbers. */}
      {!isScripted && (
        <Button kind="quiet" small name="act" value="numbers">
          {t('options:order.numbers')}
        </Button>
      )}
      <FiguresOf lines={lines} />
      <ol className={optionStyles.choices} ref={rows} id={fieldId('choices')}>
        <Still>
          {lines
            .filter(({ code }) => drawn.has(code))
            .map((line) => (
              <OrderRow
                key={line.code}
                {...{ line, acts, onGrab }}
                drag={line.code === dragged ? 'dragged' : line.code === target ? sideOf(drag!) : null}
              />
            ))}
        </Still>
      </ol>
    </Form>
  )
}

/** The codes of the rows to draw, which are the same in every order of the list. */
function drawnOf(lines: readonly Line[], choices: readonly string[]): string {
  const listed = new Set(choices)
  return lines.flatMap(({ code }) => (listed.has(code) ? code : [])).join()
}

/** Keeps the rows in the order of the list: after each change of it, and after each drawing, which may have added rows. */
function useArranged(rows: RefObject<HTMLElement | null>, { list }: Autosave): void {
  const arranged = useRef<ReturnType<typeof arranger>>(null)
  useLayoutEffect(() => {
    if (rows.current) arranged.current = arranger(rows.current, list.get())
    return list.subscribe(() => arranged.current?.arrange(list.get()))
  }, [rows, list])
  useLayoutEffect(() => arranged.current?.redrawn(list.get()))
}

/** On which side of the row under the pointer the dragged one would be dropped. */
const sideOf = ({ from, to }: { from: number; to: number }) => (to < from ? 'before' : 'after')
