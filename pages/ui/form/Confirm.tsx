import { useEffect, useRef } from 'react'
import { languageIn } from '../../../server/kernel/languages'
import { useT, useView } from '../view'
import { Button } from './Button'

/** Within a form: what it would cause, asked back before it is done. It takes the focus, as an error summary does. */
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
    // biome-ignore lint/a11y/noAutofocus: without a script, the page opens where it asks, not at its top
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
        <p>{t('shell:form.nothing-saved')}</p>
        <Button name={confirm.name} value={confirm.value}>
          {confirm.submit}
        </Button>
      </div>
    </div>
  )
}
