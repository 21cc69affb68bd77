import type { FormEvent, ReactNode } from 'react'
import { useBrowser } from '../browser/browser'
import { href } from '../href'
import { useView } from '../view'

/**
 * A form that ends the session, with and without JavaScript, and then leads home, or to the login for the next candidate.
 * `children`: its button.
 */
export function LogoutForm({ to = 'home', children }: { to?: 'home' | 'login'; children: ReactNode }) {
  const { base, session } = useView()
  const browser = useBrowser()
  const logout = (event: FormEvent) => {
    if (!browser) return
    event.preventDefault()
    void browser.logout(to)
  }
  return (
    <form method="post" action={href(base, 'logout')} onSubmit={logout}>
      <input type="hidden" name="_csrf" value={session?.csrf ?? ''} />
      {to === 'login' && <input type="hidden" name="to" value={to} />}
      {children}
    </form>
  )
}
