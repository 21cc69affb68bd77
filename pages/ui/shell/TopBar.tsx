import type { ReactNode } from 'react'
import { Kept } from '../kept'
import { useView } from '../view'
import { DeskSearch } from './DeskSearch'
import { LanguageSwitch } from './LanguageSwitch'
import { CourseTitle, Masthead } from './Masthead'
import { ProfileMenu, StaffProfile } from './ProfileMenu'

/** The cell, the course and its year, the language switch, and the profile. `menu`: the button of the drawer. */
export function TopBar({ menu }: { menu?: ReactNode }) {
  const { session, staff, demo } = useView()
  return (
    <>
      <header className={demo ? 'bar in-demo' : 'bar'}>
        {menu}
        <Kept name="masthead" by={`${session !== null} ${staff !== null}`} className="masthead">
          <Masthead />
        </Kept>
        {staff && !staff.duty && <DeskSearch />}
        <LanguageSwitch />
        {session && <ProfileMenu session={session} />}
        {staff && <StaffProfile staff={staff} />}
      </header>
      <p className="course-line">
        <CourseTitle />
      </p>
    </>
  )
}
