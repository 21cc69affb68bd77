import { href } from '../href'
import { useView } from '../view'
import { Seal } from './Seal'

/** The cell's emblem and name, the course and its year, as a link home. */
export function Masthead() {
  const { base, cellBase, course, session, staff } = useView()
  return (
    <a href={staff ? href(cellBase, 'home') : href(base, session ? 'dashboard' : 'home')}>
      {course.logo === null ? <Seal /> : <img className="seal" src={course.logo} width="44" height="44" alt="" />}
      <span className="who">
        <b>{course.cellName}</b>
        <span className="address">{course.cellAddress}</span>
        <span className="course">
          <CourseTitle />
        </span>
      </span>
    </a>
  )
}

/** The full title of the course and its year. On a phone it is a line under the bar. */
export function CourseTitle() {
  const { course } = useView()
  return (
    <>
      {course.title}
      {'\u00a0·\u00a0'}
      <span className="year">{course.academicYear}</span>
    </>
  )
}
