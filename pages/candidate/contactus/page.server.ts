import type { Page } from '../../../server/services'

export const texts = ['notices'] as const
export const isCacheable = true

/** How the cell is reached; addresses for the phone and the mail program come with the words. */
export function load({ services, language }: Page) {
  const { contact, grievanceOfficer } = services.course
  return {
    phone: { text: contact.phone, href: `tel:${contact.phone.replace(/\s/g, '')}` },
    email: { text: contact.email, href: `mailto:${contact.email}` },
    hours: contact.hours[language],
    officer: {
      name: grievanceOfficer.name[language],
      email: { text: grievanceOfficer.email, href: `mailto:${grievanceOfficer.email}` },
    },
  }
}
