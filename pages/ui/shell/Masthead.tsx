import { href } from '../href'
import { useView } from '../view'
import { Seal } from './Seal'
import { shortYear } from './short-year'

/** The cell's emblem and name, the course and its year, as a link home. On a phone the course by its short name, which the home page has as its heading. */
export function Masthead() {
  const { base, cellBase, course, session, staff, route } = useView()
  return (
    <a href={staff ? href(cellBase, 'home') : href(base, session ? 'dashboard' : 'home')}>
      {course.logo === null ? <Seal /> : <img className="seal" src={course.logo} width="44" height="44" alt="" />}
      <span className="who">
        <b>{course.cellName}</b>
        <span className="address">{course.cellAddress}</span>
        <span className="course">
          {course.title}
          {'\u00a0·\u00a0'}
          <span className="year">{course.academicYear}</span>
        </span>
        {route !== 'home' && (
          <span className="short">
            {course.shortTitle} · {shortYear(course.academicYear)}
          </span>
        )}
      </span>
    </a>
  )
}
