import { createSession } from '../browser/session'
import { useMarks } from '../browser/use-marks'
import { type SignedInParts, useView } from '../view'
import { CandidateMark, CandidateMenuLines } from './CandidateMenu'
import { ClosedBanner } from './ClosedBanner'
import { DeskMark, DeskMenuLines } from './DeskMenu'
import { DeskSearch } from './DeskSearch'
import { NextDuty } from './NextDuty'
import { NextSeatAct } from './NextSeatAct'
import { ProfileMenu, StaffProfile } from './ProfileMenu'
import { UnconfirmedOptions } from './UnconfirmedOptions'

function Mark() {
  const { session, staff } = useView()
  if (staff) return <DeskMark staff={staff} />
  return session && <CandidateMark session={session} />
}

function Menu() {
  const { session, staff } = useView()
  if (staff) return <DeskMenuLines staff={staff} />
  return session && <CandidateMenuLines session={session} />
}

function Search() {
  const { staff } = useView()
  return staff && !staff.duty && <DeskSearch />
}

function Profile() {
  const { session, staff } = useView()
  if (staff) return <StaffProfile staff={staff} />
  return session && <ProfileMenu session={session} />
}

/** The urgent acts of a candidate, which give way to those of the page. */
function Acts() {
  useMarks()
  return (
    <>
      <NextSeatAct />
      <UnconfirmedOptions />
      <NextDuty />
    </>
  )
}

const parts: SignedInParts = { Mark, Menu, Search, Profile, Acts, Closed: ClosedBanner, createSession }
export default parts
