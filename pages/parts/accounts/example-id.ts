import { applicationId } from '../../../server/domain/application/application-id'
import type { Page } from '../../../server/services'

/** An example of an Application ID of this course. */
export const exampleId = ({ services: { course } }: Pick<Page, 'services'>): string =>
  applicationId(course.applicationIdPrefix, course.applicationIdYear, 42)
