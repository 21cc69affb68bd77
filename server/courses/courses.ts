import type { CourseProfile } from './course'
import { mbaLateral } from './mba-lateral'
import { surfaceCoatingDiploma } from './surface-coating-diploma'

/** Every course that ships, in the order of the portals; the first one answers `/`. */
export const courses: readonly CourseProfile[] = [mbaLateral, surfaceCoatingDiploma]
