import { useEffect, useRef } from 'react'
import { languageIn } from '#server/kernel/languages.ts'
import { useT, useView } from '../view'
import { Button } from './Button'

/**
 * Inside a form: asks the user to confirm the consequences before anything is saved. It takes the focus, like an error
 * summary.
 */
export function Confirm() {
  const { form } = useView()
  const t = useT()
  const box = useRef<HTMLDivElement>(null)
  const confirm = form?.confirm

  useEffect(() => {
    if (confirm) box.current?.focus()
  }, [confirm])

  if (!confirm) return null
  return (
    // biome-ignore lint/a11y/noAutofocus: without JavaScript the page opens at the question, not at its top
    <div className="banner warn" role="alert" tabIndex={-1} autoFocus ref={box}>
      <div className="grow stack">
        <b>{confirm.title}</b>
        <ul>
          {confirm.lines.map((line) => (
            <li key={line} lang={languageIn(line)}>
              {line}
            </li>
          ))}
        </ul>
        <p>{confirm.kept ?? t('signedin:form.nothing-saved')}</p>
        <Button name={confirm.name} value={confirm.value}>
          {confirm.submit}
        </Button>
      </div>
    </div>
  )
}
