import { type ReactNode, useState } from 'react'
import { VisuallyHidden } from '#pages/ui/data/VisuallyHidden.tsx'
import { fieldId } from '#pages/ui/field-id.ts'
import { useT, useView } from '#pages/ui/view.ts'
import styles from './checking.module.css'

/** The verdicts of a field as a row of buttons, one of them chosen, with the field's fault. `isRefusal`: shown as a refusal. */
export function VerdictRadios({
  field,
  legend,
  verdicts,
  chosen,
  onChoose,
}: {
  field: string
  legend: string
  verdicts: readonly { value: string; label: ReactNode; isRefusal?: boolean | undefined }[]
  chosen: string | undefined
  onChoose?: (value: string) => void
}) {
  const { form } = useView()
  const t = useT()
  /** The fault is that nothing was chosen: it goes once something is. */
  const [answered, answer] = useState<typeof form>(null)
  const fault = form !== answered ? form?.errors.find((error) => error.field === field) : undefined
  return (
    <>
      <fieldset className={styles.choice} aria-describedby={fault && `${fieldId(field)}-error`}>
        <legend>
          <VisuallyHidden>{legend}</VisuallyHidden>
        </legend>
        {verdicts.map(({ value, label, isRefusal }, place) => {
          const id = place === 0 ? fieldId(field) : `${fieldId(field)}-${place}`
          return (
            <span key={value} data-refusal={isRefusal || undefined}>
              <input
                id={id}
                type="radio"
                name={field}
                value={value}
                defaultChecked={chosen === value}
                onChange={() => {
                  answer(form)
                  onChoose?.(value)
                }}
              />
              <label htmlFor={id}>{label}</label>
            </span>
          )
        })}
      </fieldset>
      {fault && (
        <p className={styles.fault} id={`${fieldId(field)}-error`}>
          <VisuallyHidden>{t('shell:form.error')} </VisuallyHidden>
          {fault.message}
        </p>
      )}
    </>
  )
}
