import { applicationId } from '../../../server/domain/application/application-id'
import type { Page } from '../../../server/services'

/** What an Application ID of this course looks like. */
export const exampleId = ({ services: { course } }: Page): string =>
  applicationId(course.applicationIdPrefix, course.applicationIdYear, 42)
