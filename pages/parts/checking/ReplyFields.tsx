import { type FormEvent, useRef } from 'react'
import { fieldId } from '#pages/ui/field-id.ts'
import { Field } from '#pages/ui/form/Field.tsx'
import { useT } from '#pages/ui/view.ts'
import type { ReplyChoice } from '#server/features/scrutiny/replies/service.ts'
import styles from './checking.module.css'

/**
 * A reply: a reason or a template of the cell, and the text that it gives, which can be changed. Without
 * JavaScript the text of the one that is chosen goes out where nothing is written.
 */
export function ReplyFields({
  choices,
  name,
  label,
  hint,
  maxLength,
  rows = 3,
  isToCandidate = true,
}: {
  choices: readonly ReplyChoice[]
  name: string
  label: string
  hint?: string
  maxLength: number
  rows?: number
  /** The candidate reads it, in their own language. */
  isToCandidate?: boolean
}) {
  const t = useT()
  /** The text that was put in last: what an officer has written is not replaced. */
  const put = useRef('')
  const onChange = ({ target }: FormEvent) => {
    if (!(target instanceof HTMLSelectElement)) return
    const box = document.getElementById(fieldId(name)) as HTMLTextAreaElement | null
    const chosen = choices.find((choice) => choice.value === target.value)
    if (!box || !chosen || (box.value.trim() !== '' && box.value !== put.current)) return
    put.current = chosen.text
    box.value = chosen.text
    box.dispatchEvent(new Event('input', { bubbles: true }))
  }
  const groups = ([true, false] as const).map((isReason) => ({
    group: t(isReason ? 'replies:reasons' : 'replies:templates'),
    options: choices.filter((choice) => choice.isReason === isReason),
  }))
  return (
    <div className={styles.why} onChange={onChange}>
      {choices.length > 0 && (
        <Field
          kind="select"
          name="reply"
          label={t('replies:choose')}
          hint={t(isToCandidate ? 'replies:choose-hint' : 'replies:choose-hint-own')}
          options={groups.filter(({ options }) => options.length)}
        />
      )}
      <Field kind="textarea" name={name} label={label} hint={hint} rows={rows} maxLength={maxLength} />
    </div>
  )
}
