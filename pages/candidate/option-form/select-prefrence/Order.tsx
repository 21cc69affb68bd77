import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useAutosave } from '#pages/parts/option-form/autosave.ts'
import { ChoiceFacts, CourseHeading, FiguresOf } from '#pages/parts/option-form/ChoiceFacts.tsx'
import { ClosingTable } from '#pages/parts/option-form/ClosingTable.tsx'
import { useDragging } from '#pages/parts/option-form/dragging.ts'
import { countedIn } from '#pages/parts/option-form/held.ts'
import optionStyles from '#pages/parts/option-form/options.module.css'
import { RowMenu } from '#pages/parts/option-form/RowMenu.tsx'
import { ApiError } from '#pages/ui/browser/api-error.ts'
import { useBrowser } from '#pages/ui/browser/browser.ts'
import { useHydrated } from '#pages/ui/browser/hydrated.ts'
import { classNames } from '#pages/ui/class-names.ts'
import { Card } from '#pages/ui/data/Card.tsx'
import { Button } from '#pages/ui/form/Button.tsx'
import { Field } from '#pages/ui/form/Field.tsx'
import { Form } from '#pages/ui/form/Form.tsx'
import { fieldId } from '#pages/ui/form/field-id.ts'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import { inserted, moved, typedPlace } from '#server/domain/seats/option-form.ts'
import { typedId } from '#server/kernel/typed-text.ts'
import styles from './page.module.css'
import type { load } from './page.server'
import { Removed } from './Removed'
import { SavedLine } from './SavedLine'
import { StaleBanner } from './Stale'

const handleId = (code: string) => `handle-${code}`
const undoId = 'undo-remove'

/**
 * The editable list. Without JavaScript every button posts the whole list. With JavaScript the buttons, the keys and
 * dragging change the list in the browser, which saves it automatically.
 */
export function Order() {
  const { base, data, form } = useView<typeof load>()
  const t = useT()
  const browser = useBrowser()
  const isScripted = useHydrated()
  const { round } = data.head
  const here = href(base, 'option-form/select-prefrence', undefined, { round })
  /** What the last act did, for screen readers; a fault is for everybody. */
  const [said, tell] = useState<{ text: string; isFault?: true }>({ text: '' })
  const say = (text: string) => tell({ text })
  /** The choice removed last, which can be put back at its place (from 0). */
  const [removed, setRemoved] = useState<{ code: string; institute: string; place: number } | null>(data.removed)
  const focusOn = useRef<string | null>(null)
  const rows = useRef<HTMLOListElement>(null)
  const auto = useAutosave({
    round,
    version: data.version,
    choices: data.lines.map(({ code }) => code),
    closesAt: data.head.closesAt,
  })
  const { choices, state } = auto
  const { drag, begin } = useDragging(rows, ({ from, to }) => move(from, to))
  const lineOf = new Map([...data.lines, ...(data.removed ? [data.removed.line] : [])].map((line) => [line.code, line]))
  const lines = choices.flatMap((code) => lineOf.get(code) ?? [])
  const freezesBelow = Math.min(data.head.freezing, countedIn(lines, data.head.held))

  useEffect(() => {
    if (focusOn.current) document.getElementById(focusOn.current)?.focus()
    focusOn.current = null
  })

  function move(from: number, to: number): void {
    const place = Math.max(0, Math.min(to, choices.length - 1))
    const code = choices[from]
    if (code === undefined || place === from) return
    auto.change(moved(choices, from, place))
    setRemoved(null)
    say(t('options:order.moved', { code, place: place + 1, count: choices.length }))
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
    say(t('options:order.moved', { code, place: place + 1, count: choices.length + 1 }))
  }
  /** Runs the act in the browser; without JavaScript the button posts the form. */
  const scripted = (act: () => void) => (event: { preventDefault(): void }) => {
    if (!browser) return
    event.preventDefault()
    act()
  }
  function onHandleKey(event: KeyboardEvent, place: number, code: string): void {
    const to = { ArrowUp: place - 1, ArrowDown: place + 1, Home: 0, End: choices.length - 1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    focusOn.current = handleId(code)
    move(place, to)
  }
  function onNumber(input: HTMLInputElement, place: number): void {
    if (!browser) return
    const to = typedPlace(input.value)
    if (to === null) tell({ text: t('options:fault.choice-place', { typed: input.value }), isFault: true })
    else move(place, to - 1)
    input.value = String(place + 1)
  }

  async function insert(values: Readonly<Record<string, string>>) {
    if (!browser) return 'native' as const
    const code = typedId(values.code ?? '')
    const typed = values.place?.trim() ?? ''
    const to = typedPlace(typed)
    if (typed !== '' && to === null) {
      const message = t('options:fault.choice-place', { typed })
      throw new ApiError(422, 'check-answers', message, [{ field: 'place', code: 'choice-place', message }])
    }
    try {
      await auto.put(inserted(choices, code, (to ?? choices.length + 1) - 1))
    } catch (reason) {
      if (!(reason instanceof ApiError) || reason.errors.length !== 1) throw reason
      throw new ApiError(
        reason.status,
        reason.code,
        reason.message,
        reason.errors.map((fault) => ({ ...fault, field: 'code' })),
      )
    }
    return { goTo: here, message: t('options:flash.saved', { count: choices.length + 1 }) }
  }

  const hidden = (
    <>
      <input type="hidden" name="version" value={auto.version} />
      {choices.map((code) => (
        <input key={code} type="hidden" name="choices" value={code} />
      ))}
    </>
  )
  /** The place in the list; a typed number moves the choice there. */
  const placeField = (code: string, place: number) => {
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
          onBlur={({ currentTarget }) => onNumber(currentTarget, place)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !browser) return
            event.preventDefault()
            focusOn.current = numberId
            onNumber(event.currentTarget, place)
          }}
        />
      </>
    )
  }
  const act = (name: 'up' | 'down' | 'remove', code: string, run: () => void, isOff = false) => (
    <Button
      kind="quiet"
      small
      name="act"
      value={`${name}:${code}`}
      aria-label={t(`options:order.${name}-of`, { code })}
      disabled={isOff}
      onClick={scripted(run)}
    >
      {t(`options:order.${name}`)}
    </Button>
  )
  const isUnderWay = state.kind === 'waiting' || state.kind === 'saving'

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
      {choices.length === 0 ? (
        <p>{t('options:order.none')}</p>
      ) : (
        <Form
          name="order"
          kind="quiet"
          submit={t('options:order.save')}
          bar={(button) => !isScripted && <div className="actions">{button}</div>}
        >
          {hidden}
          {/* Enter activates a form's first button, which therefore applies the numbers. */}
          {!isScripted && (
            <Button kind="quiet" small name="act" value="numbers">
              {t('options:order.numbers')}
            </Button>
          )}
          <FiguresOf lines={lines} />
          <ol className={optionStyles.choices} ref={rows} id={fieldId('choices')}>
            {lines.map((line, place) => (
              <li
                key={line.code}
                id={`c-${line.code}`}
                data-row={line.code}
                className={classNames(
                  optionStyles.choice,
                  drag?.from === place && styles.dragged,
                  drag?.to === place && drag.to < drag.from && styles.dropBefore,
                  drag?.to === place && drag.to > drag.from && styles.dropAfter,
                )}
              >
                <CourseHeading lines={lines} place={place} />
                <div className={`${optionStyles.lead} ${styles.lead}`}>
                  {isScripted && (
                    <button
                      type="button"
                      id={handleId(line.code)}
                      className={`${styles.handle} screen-only`}
                      aria-label={t('options:order.handle', { code: line.code, place: place + 1 })}
                      onPointerDown={(event) => begin(event, place)}
                      onKeyDown={(event) => onHandleKey(event, place, line.code)}
                    />
                  )}
                  {placeField(line.code, place)}
                </div>
                <ChoiceFacts line={line} closedRound={data.head.closedRound} freezes={place < freezesBelow} />
                <RowMenu
                  label={t('options:line.more', {
                    code: line.code,
                    institute: line.institute ?? t('options:line.unknown'),
                  })}
                >
                  <div className="acts">
                    {act('up', line.code, () => move(place, place - 1), place === 0)}
                    {act('down', line.code, () => move(place, place + 1), place === choices.length - 1)}
                    {act('remove', line.code, () => remove(line.code))}
                  </div>
                  <ClosingTable line={line} />
                </RowMenu>
              </li>
            ))}
          </ol>
        </Form>
      )}
      {removed && (
        <Removed id={undoId} removed={removed} onUndo={scripted(undo)}>
          {hidden}
        </Removed>
      )}
      <div className="cols">
        <Card title={t('options:insert.title')}>
          <Form name="insert" kind="quiet" submit={t('options:insert.go')} send={insert}>
            {hidden}
            <input type="hidden" name="act" value="insert" />
            <Field
              name="code"
              label={t('options:insert.code')}
              hint={t('options:insert.hint')}
              width="short"
              required
            />
            <Field
              name="place"
              label={t('options:insert.place')}
              hint={t('options:insert.place-hint')}
              width="short"
              inputMode="numeric"
            />
          </Form>
        </Card>
        {data.earlier && (
          <Card title={t('options:import.title', { round: data.earlier.round })}>
            {data.earlier.gone.length > 0 && (
              <>
                <p>{t('options:import.gone', { count: data.earlier.gone.length })}</p>
                <ul>
                  {data.earlier.gone.map(({ code, name }) => (
                    <li key={code}>
                      {code} {name}
                    </li>
                  ))}
                </ul>
              </>
            )}
            {data.earlier.added > 0 && !isUnderWay ? (
              <Form name="import" kind="quiet" submit={t('options:import.go', { count: data.earlier.added })}>
                {hidden}
                <input type="hidden" name="act" value="import" />
                <p>{t('options:import.about')}</p>
              </Form>
            ) : (
              <p>{t('options:import.nothing')}</p>
            )}
          </Card>
        )}
      </div>
    </>
  )
}
