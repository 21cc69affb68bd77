import { applicationId } from '#server/domain/application/application-id.ts'
import type { Page } from '#server/features/index.ts'

/** An example of an Application ID of this course. */
export const exampleId = ({ services: { course } }: Pick<Page, 'services'>): string =>
  applicationId(course.applicationIdPrefix, course.applicationIdYear, 42)
