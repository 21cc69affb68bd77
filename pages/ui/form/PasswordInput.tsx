import { type InputHTMLAttributes, useState } from 'react'
import { useHydrated } from '../browser/hydrated'
import { VisuallyHidden } from '../data/VisuallyHidden'
import { useT } from '../view'

/** A password field with a button to show the password (with JavaScript). The server never sends passwords back. */
export function PasswordInput(props: InputHTMLAttributes<HTMLInputElement>) {
  const t = useT()
  const isHydrated = useHydrated()
  const [isShown, setShown] = useState(false)
  return (
    <div className="password">
      <input {...props} type={isShown ? 'text' : 'password'} autoCapitalize="none" spellCheck={false} />
      {isHydrated && (
        <button type="button" aria-controls={props.id} onClick={() => setShown(!isShown)}>
          <span aria-hidden="true">{t(isShown ? 'shell:form.hide' : 'shell:form.show')}</span>
          <VisuallyHidden>{t(isShown ? 'shell:form.hide-password' : 'shell:form.show-password')}</VisuallyHidden>
        </button>
      )}
    </div>
  )
}
