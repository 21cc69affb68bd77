import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { inserted, moved, tidyChoiceCode, typedPlace } from '../../../../server/domain/seats/option-form'
import { useAutosave } from '../../../parts/option-form/autosave'
import { ChoiceFacts } from '../../../parts/option-form/ChoiceFacts'
import { useDragging } from '../../../parts/option-form/dragging'
import optionStyles from '../../../parts/option-form/options.module.css'
import { ApiError } from '../../../ui/browser/api-error'
import { useBrowser } from '../../../ui/browser/browser'
import { useHydrated } from '../../../ui/browser/hydrated'
import { classNames } from '../../../ui/class-names'
import { Card } from '../../../ui/data/Card'
import { Button } from '../../../ui/form/Button'
import { Field } from '../../../ui/form/Field'
import { Form } from '../../../ui/form/Form'
import { fieldId } from '../../../ui/form/field-id'
import { href } from '../../../ui/href'
import { useT, useView } from '../../../ui/view'
import styles from './page.module.css'
import type { load } from './page.server'
import { SavedLine } from './SavedLine'
import { StaleBanner } from './Stale'

const handleId = (code: string) => `handle-${code}`

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
  const [said, say] = useState('')
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
  const lineOf = new Map(data.lines.map((line) => [line.code, line]))

  useEffect(() => {
    if (focusOn.current) document.getElementById(focusOn.current)?.focus()
    focusOn.current = null
  })

  function move(from: number, to: number): void {
    const place = Math.max(0, Math.min(to, choices.length - 1))
    const code = choices[from]
    if (code === undefined || place === from) return
    auto.change(moved(choices, from, place))
    say(t('options:order.moved', { code, place: place + 1, count: choices.length }))
  }
  function remove(code: string): void {
    auto.change(choices.filter((one) => one !== code))
    say(t('options:order.removed', { code }))
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
    if (to === null) say(t('options:fault.choice-place', { typed: input.value }))
    else move(place, to - 1)
    input.value = String(place + 1)
  }

  async function insert(values: Readonly<Record<string, string>>) {
    if (!browser) return 'native' as const
    const code = tidyChoiceCode(values.code ?? '')
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
      <Card title={t('options:order.title', { count: choices.length })}>
        <SavedLine state={state} savedAt={data.head.savedAt} />
        <p role="status" className="visually-hidden">
          {said}
        </p>
        {choices.length === 0 ? (
          <p>{t('options:order.none')}</p>
        ) : (
          <Form
            name="order"
            kind="quiet"
            submit={t('options:order.save')}
            send={async () => {
              if (!browser) return 'native'
              await auto.put(choices)
              return { message: t('options:flash.saved', { count: choices.length }) }
            }}
          >
            {hidden}
            {/* Enter activates a form's first button, which therefore applies the numbers. */}
            {!isScripted && (
              <Button kind="quiet" small name="act" value="numbers">
                {t('options:order.numbers')}
              </Button>
            )}
            <ol className={optionStyles.choices} ref={rows} id={fieldId('choices')}>
              {choices.map((code, place) => {
                const line = lineOf.get(code)
                if (!line) return null
                const numberId = fieldId(`to-${code}`)
                return (
                  <li
                    key={code}
                    id={`c-${code}`}
                    data-row={code}
                    className={classNames(
                      optionStyles.choice,
                      drag?.from === place && styles.dragged,
                      drag?.to === place && drag.to < drag.from && styles.dropBefore,
                      drag?.to === place && drag.to > drag.from && styles.dropAfter,
                    )}
                  >
                    <span className={`${optionStyles.place} num`} aria-hidden="true">
                      {place + 1}
                    </span>
                    <ChoiceFacts line={line} closedRound={data.head.closedRound} />
                    <div className={`${optionStyles.acts} ${styles.acts} screen-only`}>
                      {isScripted && (
                        <button
                          type="button"
                          id={handleId(code)}
                          className={styles.handle}
                          aria-label={t('options:order.handle', { code, place: place + 1 })}
                          onPointerDown={(event) => begin(event, place)}
                          onKeyDown={(event) => onHandleKey(event, place, code)}
                        />
                      )}
                      <Button
                        kind="quiet"
                        small
                        name="act"
                        value={`up:${code}`}
                        aria-label={t('options:order.up-of', { code })}
                        disabled={place === 0}
                        onClick={scripted(() => move(place, place - 1))}
                      >
                        {t('options:order.up')}
                      </Button>
                      <Button
                        kind="quiet"
                        small
                        name="act"
                        value={`down:${code}`}
                        aria-label={t('options:order.down-of', { code })}
                        disabled={place === choices.length - 1}
                        onClick={scripted(() => move(place, place + 1))}
                      >
                        {t('options:order.down')}
                      </Button>
                      <label className="visually-hidden" htmlFor={numberId}>
                        {t('options:order.number-of', { code })}
                      </label>
                      <input
                        // biome-ignore lint/suspicious/noArrayIndexKey: a new place resets the input to its number
                        key={place}
                        id={numberId}
                        className={styles.number}
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
                      <Button
                        kind="quiet"
                        small
                        name="act"
                        value={`remove:${code}`}
                        aria-label={t('options:order.remove-of', { code })}
                        onClick={scripted(() => remove(code))}
                      >
                        {t('options:order.remove')}
                      </Button>
                    </div>
                  </li>
                )
              })}
            </ol>
          </Form>
        )}
      </Card>
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
