import { type Course, checkedCourses, courseIn } from './course'
import { mbaLateral } from './mba-lateral'
import { mbaLateralSeason } from './mba-lateral-season'
import { surfaceCoatingDiploma } from './surface-coating-diploma'
import { surfaceCoatingDiplomaSeason } from './surface-coating-diploma-season'

/** Each course in the season that a new portal starts with. */
export const mbale = courseIn(mbaLateral, mbaLateralSeason)
export const scd = courseIn(surfaceCoatingDiploma, surfaceCoatingDiplomaSeason)

/** Every course that ships, in the order of the portals; the first one serves `/`. The server does not start with a faulty one. */
export const courses: readonly Course[] = checkedCourses([mbale, scd])
