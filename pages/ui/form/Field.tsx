import type { FormEvent, HTMLAttributes, ReactNode } from 'react'
import type { Language } from '#server/kernel/languages.ts'
import { classNames } from '../class-names'
import { VisuallyHidden } from '../data/VisuallyHidden'
import { fieldId } from '../field-id'
import { lettersIn } from '../letters'
import { useT, useView } from '../view'
import { PasswordInput } from './PasswordInput'

export type Choice = { value: string; label: string; hint?: ReactNode }
export type ChoiceGroup = { group: string; options: readonly Choice[] }

export type Common = {
  /** The field's name in the form and in the API. */
  name: string
  label: ReactNode
  hint?: ReactNode
  required?: boolean
  /** The saved value; a value that was typed and came back takes precedence. */
  value?: string
  autoComplete?: string
  /** `half`: beside another such field where there is room for both. */
  width?: 'short' | 'medium' | 'half'
  /** The language of the content, if it differs from the page's. */
  lang?: Language
  /** Tells fields of one name apart on a page with several forms of a kind. */
  of?: string | number
  /** What the page asks for next, as after an OTP was sent: it has the focus, unless faults have it. */
  isNext?: boolean
}
type Line = {
  kind?: 'text' | 'email' | 'tel' | 'password' | 'otp'
  inputMode?: HTMLAttributes<HTMLInputElement>['inputMode']
  maxLength?: number
  readOnly?: boolean
  /** Suggested completions. */
  suggestions?: readonly { value: string; label?: string }[]
}
/** A control of another file, for the few pages that need it. */
type Own = { kind: 'own'; own(control: Control): ReactNode }
type Lines = { kind: 'textarea'; rows?: number; maxLength?: number }
/** `empty`: the words of the empty choice, “Choose” by default. */
type Select = { kind: 'select'; options: readonly (Choice | ChoiceGroup)[]; empty?: string }
type Radios = { kind: 'radios'; options: readonly Choice[] }
/** Sends `ticked`, by default `true`, if ticked, otherwise nothing. */
type Checkbox = { kind: 'checkbox'; ticked?: string }
export type FieldProps = Common & (Line | Lines | Own | Select | Radios | Checkbox)

/** The attributes that every control shares. */
export type Control = {
  id: string
  name: string
  required?: boolean
  lang?: Language
  autoFocus?: boolean
  'aria-describedby'?: string
  'aria-invalid'?: true
}

/** True for a choice that takes a line to itself: half of a phone's width holds 22 letters in two lines. */
const isLong = (label: string) => lettersIn(label) > 22

/**
 * A field: label, hint, faults in the words of the error summary, and a native control. Required fields are marked (*).
 * Source: rules §18.14.
 */
export function Field(props: FieldProps) {
  const { name, label, hint, required, width, lang } = props
  const { form } = useView()
  const t = useT()
  const id = props.of === undefined ? fieldId(name) : `${fieldId(name)}-${props.of}`
  const faults = form?.errors.filter((fault) => fault.field === name).map(({ message }) => message) ?? []
  const errors = [...new Set(faults)]
  const typed = form?.values[name] ?? props.value
  const describedBy = classNames(hint !== undefined && `${id}-hint`, errors.length > 0 && `${id}-error`)
  const control: Control = {
    id,
    name,
    required,
    lang,
    autoFocus: props.isNext && !form?.errors.length && !form?.message,
    'aria-describedby': describedBy || undefined,
    'aria-invalid': errors.length ? true : undefined,
  }
  const words = (
    <>
      {label}
      {required && <span aria-hidden="true"> {t('shell:form.mark')}</span>}
    </>
  )
  const about = <About id={id} hint={hint} errors={errors} />
  const className = classNames('field', errors.length > 0 && 'bad', width)

  if (props.kind === 'radios') {
    return (
      <fieldset className={className} aria-describedby={control['aria-describedby']}>
        <legend>{words}</legend>
        {about}
        <div className={classNames('picks', props.options.some(({ label, hint }) => hint ?? isLong(label)) && 'wide')}>
          <Radios {...props} control={control} chosen={typed} />
        </div>
      </fieldset>
    )
  }
  if (props.kind === 'checkbox') {
    const { ticked = 'true' } = props
    return (
      <div className={className}>
        {about}
        <div className="check">
          <input {...control} type="checkbox" value={ticked} defaultChecked={typed === ticked} />
          <label htmlFor={id}>{words}</label>
        </div>
      </div>
    )
  }
  return (
    <div className={className}>
      <label htmlFor={id}>{words}</label>
      {about}
      <Input props={props} control={control} typed={typed} />
    </div>
  )
}

/** The hint and the faults of a field, as its control is described by them. */
function About({ id, hint, errors }: { id: string; hint: ReactNode; errors: readonly string[] }) {
  const t = useT()
  return (
    <>
      {hint !== undefined && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {errors.length > 0 && (
        <div id={`${id}-error`}>
          {errors.map((error) => (
            <p className="msg" key={error}>
              <VisuallyHidden>{t('shell:form.error')} </VisuallyHidden>
              {error}
            </p>
          ))}
        </div>
      )}
    </>
  )
}

const withoutGaps = (event: FormEvent<HTMLInputElement>) => {
  const input = event.currentTarget
  const whole = input.value.replace(/[\s-]/g, '')
  if (whole !== input.value) input.value = whole
}

function Input({
  props,
  control,
  typed,
}: {
  props: Common & (Line | Lines | Own | Select)
  control: Control
  typed: string | undefined
}) {
  const { autoComplete } = props
  switch (props.kind) {
    case 'select':
      return <Choices {...props} control={control} chosen={typed} />
    case 'textarea':
      return <textarea {...control} rows={props.rows ?? 4} maxLength={props.maxLength} defaultValue={typed} />
    case 'password':
      return <PasswordInput {...control} maxLength={props.maxLength} autoComplete={autoComplete} />
    case 'own':
      return props.own(control)
    case 'otp':
      // Accept a code pasted as "123 456".
      return (
        <input {...control} className="otp" inputMode="numeric" autoComplete="one-time-code" onInput={withoutGaps} />
      )
    default: {
      const { kind = 'text', inputMode, maxLength, readOnly, suggestions } = props
      const more = { autoComplete, inputMode, maxLength, readOnly, defaultValue: typed }
      if (!suggestions) return <input {...control} {...more} type={kind} />
      const listId = `${control.id}-list`
      return (
        <>
          {/* Never `autoComplete="off"`: on "Back" a browser gives such a field nothing of what was typed. */}
          <input {...control} {...more} type={kind} list={listId} />
          <datalist id={listId}>
            {suggestions.map(({ value, label }) => (
              <option key={`${value} ${label}`} value={value} label={label} />
            ))}
          </datalist>
        </>
      )
    }
  }
}

function Choices({
  options,
  empty,
  control,
  chosen,
  autoComplete,
}: Common & Select & { control: Control; chosen?: string }) {
  const t = useT()
  const option = ({ value, label }: Choice) => (
    <option key={value} value={value}>
      {label}
    </option>
  )
  return (
    <select {...control} autoComplete={autoComplete} defaultValue={chosen ?? ''}>
      <option value="">{empty ?? t('shell:form.choose')}</option>
      {options.map((entry) =>
        'group' in entry ? (
          <optgroup key={entry.group} label={entry.group}>
            {entry.options.map(option)}
          </optgroup>
        ) : (
          option(entry)
        ),
      )}
    </select>
  )
}

/** The first radio button carries the field's id, because the error summary links to it. */
const Radios = ({ options, control, chosen }: Radios & { control: Control; chosen?: string }) =>
  options.map(({ value, label, hint }, place) => {
    const id = place === 0 ? control.id : `${control.id}-${place}`
    return (
      <div key={value} className="check">
        <input
          id={id}
          name={control.name}
          type="radio"
          value={value}
          defaultChecked={value === chosen}
          required={control.required}
          aria-describedby={hint === undefined ? undefined : `${id}-about`}
        />
        <label htmlFor={id}>{label}</label>
        {hint !== undefined && (
          <p className="hint" id={`${id}-about`}>
            {hint}
          </p>
        )}
      </div>
    )
  })
