import { type InputHTMLAttributes, useState } from 'react'
import { useHydrated } from '../browser/hydrated'
import { VisuallyHidden } from '../data/VisuallyHidden'
import { useT } from '../view'

/** A password that can be looked at while it is typed, where JavaScript runs. It never comes back from the server. */
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
