import { type FormEvent, useEffect, useRef } from 'react'
import { logoutAddress } from './addresses'
import { useBrowser } from './browser/browser'
import { href } from './href'
import { Icon } from './Icon'
import { VisuallyHidden } from './VisuallyHidden'
import { type SessionView, useT, useView } from './view'

/** `Asha Ramesh Patil` → `AP`. */
function initials(name: string): string {
  const words = name.trim().split(/\s+/)
  return [words[0], words.length > 1 ? words[words.length - 1] : '']
    .map((word) => Array.from(word ?? '')[0] ?? '')
    .join('')
}

/** Who is signed in, and what they may do with their account. Opens without JavaScript. */
export function ProfileMenu({ session }: { session: SessionView }) {
  const { base, url } = useView()
  const t = useT()
  const browser = useBrowser()
  const menu = useRef<HTMLDetailsElement>(null)
  const { full_name: name, user_id: userId } = session.details

  // biome-ignore lint/correctness/useExhaustiveDependencies: going to another page closes the menu
  useEffect(() => {
    if (menu.current) menu.current.open = false
  }, [url])

  useEffect(() => {
    const close = (event: Event) => {
      const details = menu.current
      if (!details?.open) return
      const isEscape = event instanceof KeyboardEvent && event.key === 'Escape'
      const isOutside = event.type === 'click' && !details.contains(event.target as Node)
      if (!isEscape && !isOutside) return
      details.open = false
      if (isEscape) details.querySelector('summary')?.focus()
    }
    document.addEventListener('click', close)
    document.addEventListener('keydown', close)
    return () => {
      document.removeEventListener('click', close)
      document.removeEventListener('keydown', close)
    }
  }, [])

  const logout = (event: FormEvent) => {
    if (!browser) return
    event.preventDefault()
    void browser.logout()
  }

  return (
    <details className="profile" ref={menu}>
      <summary>
        <VisuallyHidden>{t('shell:profile.label')}: </VisuallyHidden>
        <span className="avatar" aria-hidden="true">
          {initials(name)}
        </span>
        <span className="name">{name}</span>
        <Icon name="down" />
      </summary>
      <div className="panel">
        <p>
          <b>{name}</b>
          <span>
            {t('shell:application-id')} {userId}
          </span>
        </p>
        <a href={href(base, 'forgot-password-auth')}>{t('shell:menu.forgot-password-auth')}</a>
        <a href={href(base, 'feedback')}>{t('shell:menu.feedback')}</a>
        <form method="post" action={logoutAddress(base)} onSubmit={logout}>
          <input type="hidden" name="_csrf" value={session.csrf} />
          <button type="submit">{t('shell:menu.logout')}</button>
        </form>
      </div>
    </details>
  )
}
