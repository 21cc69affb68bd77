import { type ReactNode, useEffect, useRef } from 'react'
import type { SessionView, StaffView } from '#server/domain/site/view.ts'
import { useDismissal } from '../browser/dismissal'
import { Icon } from '../data/Icon'
import { VisuallyHidden } from '../data/VisuallyHidden'
import { href } from '../href'
import { useT, useView } from '../view'
import { LogoutForm } from './LogoutForm'

/** The first syllable of a name in Devanagari: its consonants joined by a virama, with their signs. */
const syllable =
  /^(?:[\u0915-\u0939]\u093c?\u094d\u200d?)*[\u0904-\u0939\u0958-\u0961\u0972-\u097f][\u0900-\u0903\u093a-\u094c\u094e-\u0957]*/

/** `Asha Ramesh Patil` → `AP`; `स्वप्नाली गणेश जाधव` → `स्व`, because half a syllable is no sign, and two are too wide. */
export function initials(name: string): string {
  const [first] = syllable.exec(name.trim()) ?? []
  if (first) return first
  const words = name.trim().split(/\s+/)
  return [words[0], words.length > 1 ? words[words.length - 1] : '']
    .map((word) => Array.from(word ?? '')[0] ?? '')
    .join('')
}

/** The profile in the top bar: the user's name, and a menu that works without JavaScript. */
function Profile({ name, about, children }: { name: string; about: ReactNode; children: ReactNode }) {
  const { url } = useView()
  const t = useT()
  const menu = useRef<HTMLDetailsElement>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: opening another page closes the menu
  useEffect(() => {
    if (menu.current) menu.current.open = false
  }, [url])

  useDismissal(menu)

  return (
    <details className="profile" ref={menu}>
      <summary>
        <VisuallyHidden>{t('signedin:profile.label')}: </VisuallyHidden>
        <span className="avatar" aria-hidden="true">
          {initials(name)}
        </span>
        <span className="name">{name}</span>
        <Icon name="down" />
      </summary>
      <div className="panel">
        <p>
          <b>{name}</b>
          <span>{about}</span>
        </p>
        {children}
      </div>
    </details>
  )
}

/** A candidate's profile, with links to their account. */
export function ProfileMenu({ session }: { session: SessionView }) {
  const { base } = useView()
  const t = useT()
  const { full_name: name, user_id: userId } = session.details
  return (
    <Profile name={name} about={`${t('shell:application-id')} ${userId}`}>
      <a href={href(base, 'forgot-password-auth')}>{t('signedin:menu.forgot-password-auth')}</a>
      {session.permissions.grivancy && <a href={href(base, 'grievancy')}>{t('signedin:title.grievancy')}</a>}
      <a href={href(base, 'my-data')}>{t('signedin:menu.my-data')}</a>
      <a href={href(base, 'feedback')}>{t('signedin:menu.feedback')}</a>
      <LogoutForm>
        <button type="submit">{t('signedin:menu.logout')}</button>
      </LogoutForm>
      <LogoutForm to="login">
        <button type="submit">{t('signedin:shared.next')}</button>
      </LogoutForm>
    </Profile>
  )
}

/** A staff member's profile. */
export function StaffProfile({ staff: { fullName, loginName, csrf } }: { staff: StaffView }) {
  const { cellBase } = useView()
  const t = useT()
  return (
    <Profile name={fullName} about={loginName}>
      <form method="post" action={href(cellBase, 'logout')}>
        <input type="hidden" name="_csrf" value={csrf} />
        <button type="submit">{t('signedin:menu.logout')}</button>
      </form>
    </Profile>
  )
}
