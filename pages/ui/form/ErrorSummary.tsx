import { useEffect, useRef } from 'react'
import { fieldId } from '../field-id'
import { useT, useView } from '../view'

/** All faults of the form, each linked to its field. The layouts place it; it takes the focus. */
export function ErrorSummary() {
  const { form } = useView()
  const t = useT()
  const summary = useRef<HTMLDivElement>(null)
  const isShown = form !== null && (form.errors.length > 0 || form.message !== null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a form that comes back again takes the focus again
  useEffect(() => {
    const box = summary.current
    if (!isShown || !box) return
    box.focus({ preventScroll: true })
    // A list that hardly fits is shown from its heading, below the bar that stays in place.
    box.scrollIntoView({ block: box.offsetHeight > innerHeight / 2 ? 'start' : 'nearest' })
  }, [form, isShown])

  if (!isShown) return null
  return (
    <div className="errors" role="alert" tabIndex={-1} ref={summary} aria-labelledby="errors-title">
      <h2 id="errors-title">{t(form.errors.length > 0 ? 'shell:form.problem' : 'shell:form.refused')}</h2>
      {form.message && (
        <p>
          {form.message} {form.way && <a {...form.way} />}
        </p>
      )}
      {form.errors.length > 0 && (
        <ul>
          {form.errors.map(({ field, question, message }) => (
            <li key={`${field} ${message}`}>
              <a href={`#${fieldId(field)}`}>{question ? `${ended(question)} ${message}` : message}</a>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** The words of a question with the sign that parts them from the message. */
const ended = (question: string): string => (/[?:.,]$/.test(question) ? question : `${question}:`)
