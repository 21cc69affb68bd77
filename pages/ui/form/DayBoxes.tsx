import type { ClipboardEvent } from 'react'
import { boxesOf } from '#server/kernel/day-in-boxes.ts'
import { useT, useView } from '../view'
import { type Common, type Control, Field } from './Field'

/**
 * A day of a candidate's: day, month in words, and year. A picker of days goes back one month at a time, and writes the month
 * before the day on many phones.
 */
export function DayBoxes({ value, ...props }: Common) {
  const { form } = useView()
  const typed = form?.values[props.name] ?? value ?? ''
  return <Field {...props} kind="own" own={(control) => <Boxes {...props} control={control} typed={typed} />} />
}

function Boxes({ label, control, typed, autoComplete }: Common & { control: Control; typed: string }) {
  const t = useT()
  const { day, month, year } = boxesOf(typed)
  const { id, name, required } = control
  const common = { required, 'aria-describedby': control['aria-describedby'], 'aria-invalid': control['aria-invalid'] }
  const fills = (part: string) => (autoComplete === 'bday' ? `bday-${part}` : 'off')
  const box = (part: 'day' | 'year', typed: string, more: { id?: string; maxLength: number }) => (
    <label>
      <small>{t(`days:${part}`)}</small>
      <input
        {...common}
        {...more}
        name={`${name}-${part}`}
        inputMode="numeric"
        autoComplete={fills(part)}
        defaultValue={typed}
      />
    </label>
  )
  return (
    <fieldset className="boxes" aria-label={typeof label === 'string' ? label : undefined} onPaste={pasted}>
      {/* Long enough for a whole day, which the portal reads from here too. */}
      {box('day', day, { id, maxLength: 40 })}
      <label>
        <small>{t('days:month')}</small>
        <select {...common} name={`${name}-month`} autoComplete={fills('month')} defaultValue={month}>
          <option value="">{t('shell:form.choose')}</option>
          {months.map((number) => (
            <option key={number} value={String(number).padStart(2, '0')}>
              {t(`days:month.${number}`)}
            </option>
          ))}
        </select>
      </label>
      {box('year', year, { maxLength: 10 })}
    </fieldset>
  )
}

const months = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] as const

/** Spreads a whole day that was pasted over the three boxes; anything else is pasted where it was. */
function pasted(event: ClipboardEvent<HTMLElement>): void {
  const text = event.clipboardData.getData('text')
  if (text.trim().length < 6) return
  const into = event.target as HTMLInputElement
  const boxes = event.currentTarget.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input, select')
  event.preventDefault()
  void import('#server/kernel/typed-text.ts').then(({ dayExists, typedDay }) => {
    const read = typedDay(text)
    const parts = dayExists(read) ? read.split('-').reverse() : null
    if (!parts) return fill(into, text.trim())
    for (const [place, box] of boxes.entries()) fill(box, parts[place]!)
  })
}

function fill(box: HTMLInputElement | HTMLSelectElement, value: string): void {
  box.value = value
  box.dispatchEvent(new Event('input', { bubbles: true }))
  box.dispatchEvent(new Event('change', { bubbles: true }))
}
