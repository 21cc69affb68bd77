import type { Page } from '#server/features/index.ts'

/** The names and addresses in the texts about the site. */
export const policyView = ({ services: { course }, language }: Page) => ({
  values: {
    cell: course.cellName[language],
    phone: course.contact.phone,
    email: course.contact.email,
    officerEmail: course.grievanceOfficer.email,
  },
})
