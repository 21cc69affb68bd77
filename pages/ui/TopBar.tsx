import type { ReactNode } from 'react'
import { href } from './href'
import { LanguageSwitch } from './LanguageSwitch'
import { ProfileMenu } from './ProfileMenu'
import { Seal } from './Seal'
import { useView } from './view'

/** The cell, the course and its year, the language, and who is signed in. `menu`: the button of the drawer. */
export function TopBar({ menu }: { menu?: ReactNode }) {
  const { base, course, session, demo } = useView()
  return (
    <header className={demo ? 'bar in-demo' : 'bar'}>
      {menu}
      <a className="masthead" href={href(base, session ? 'dashboard' : 'home')}>
        <Seal />
        <span className="who">
          <b>{course.cellName}</b>
          <span className="address">{course.cellAddress}</span>
          <span>
            {course.shortTitle} · <span className="year">{course.academicYear}</span>
          </span>
        </span>
      </a>
      <LanguageSwitch />
      {session && <ProfileMenu session={session} />}
    </header>
  )
}
