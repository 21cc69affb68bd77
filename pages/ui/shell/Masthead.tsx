import { href } from '../href'
import { useView } from '../view'
import { Seal } from './Seal'
import { shortYear } from './short-year'

/** The cell's emblem and name, the course and its year, as a link home; on a phone the name of the course that fits there. */
export function Masthead() {
  const { base, cellBase, course, session, staff, route } = useView()
  return (
    <a href={staff ? href(cellBase, 'home') : href(base, session ? 'dashboard' : 'home')}>
      {course.logo === null ? <Seal /> : <img className="seal" src={course.logo} width="44" height="44" alt="" />}
      <span className="who">
        <b>{course.cellName}</b>
        {!staff && <span className="address">{course.cellAddress}</span>}
        <span className="course">
          {course.title}
          {'\u00a0·\u00a0'}
          <span className="year">{course.academicYear}</span>
        </span>
        {route !== 'home' && (
          <span className="short">
            {course.barTitle} · <span className="year">{shortYear(course.academicYear)}</span>
          </span>
        )}
      </span>
    </a>
  )
}
