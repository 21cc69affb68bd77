import type { ReactNode } from 'react'
import { Kept } from '../kept'
import { usePage } from '../view'
import { LanguageSwitch } from './LanguageSwitch'
import { Masthead } from './Masthead'

/** The cell, the course and its year, the language switch, and the profile. `menu`: the button of the drawer. */
export function TopBar({ menu }: { menu?: ReactNode }) {
  const { signedIn, view } = usePage()
  const { session, staff, demo, route } = view
  return (
    <header className={demo ? 'bar in-demo' : 'bar'}>
      {menu}
      <Kept name="masthead" by={`${session !== null} ${staff !== null} ${route === 'home'}`} className="masthead">
        <Masthead />
      </Kept>
      {signedIn && <signedIn.Search />}
      <LanguageSwitch />
      {signedIn && <signedIn.Profile />}
    </header>
  )
}
