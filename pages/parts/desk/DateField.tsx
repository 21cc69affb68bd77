import { type InputHTMLAttributes, useState } from 'react'
import { type Common, Field } from '#pages/ui/form/Field.tsx'
import { useT, useView } from '#pages/ui/view.ts'
import { civilDate, type Instant, ist } from '#server/kernel/time.ts'
import { dayExists, typedDay, typedInstant } from '#server/kernel/typed-text.ts'
import { writtenDate } from '#server/kernel/written-date.ts'
import styles from './DateField.module.css'
import { besideDate } from './when'

/** The day of a typed date or instant, as `2024-08-14`; null while it is none that exists. */
function dayIn(typed: string): `${number}-${number}-${number}` | null {
  const [day = ''] = typedInstant(typed).split(' ')
  const read = dayExists(day) ? day : typedDay(typed)
  return dayExists(read) ? (read as `${number}-${number}-${number}`) : null
}

type InputProps = Pick<InputHTMLAttributes<HTMLInputElement>, 'id' | 'name' | 'required' | 'aria-label'> & {
  'aria-invalid'?: true
  'aria-describedby'?: string
  /** `2024-08-14`, or for an instant `2024-08-14 17:00`; or what was typed and came back. */
  value?: string
  hasTime?: boolean
}

/**
 * A date, or with `hasTime` an instant, as people write it, the same in every browser. Beside it stands what was understood:
 * weekday, day and distance; true when the page was made, and with script as somebody types.
 */
export function DateInput({ value = '', hasTime = false, ...control }: InputProps) {
  const { language, now } = useView()
  const t = useT()
  const inWords = (typed: string) => {
    const [, date, time] = /^(20\d\d-\d\d-\d\d)(?:[T ](\d\d:\d\d))?$/.exec(typed) ?? []
    if (!date || !dayExists(date)) return typed
    return writtenDate(date as `${number}-${number}-${number}`, language) + (time ? `, ${time}` : '')
  }
  const shown = inWords(value)
  const [typed, setTyped] = useState(shown)
  const day = dayIn(typed)
  const example = `${writtenDate(civilDate(now as Instant), language)}${hasTime ? ', 17:00' : ''}`
  return (
    <span className={styles.date}>
      <input
        {...control}
        type="text"
        maxLength={40}
        defaultValue={shown}
        onInput={(event) => setTyped(event.currentTarget.value)}
      />
      <output htmlFor={control.id} className={styles.beside}>
        {day
          ? `${writtenDate(day, language)} · ${besideDate(t, ist(`${day} 00:00`), now, language)}`
          : t('staff:date.as', { example })}
      </output>
    </span>
  )
}

/** The desk's field of a date. */
export function DateField({ value, ...props }: Common) {
  const { form } = useView()
  const typed = form?.values[props.name] ?? value
  return <Field {...props} kind="own" own={(control) => <DateInput {...control} value={typed} />} />
}
