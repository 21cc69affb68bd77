import type { MessageTemplate } from '#server/domain/messages/message-templates.ts'
import type { Slot } from '#server/domain/scrutiny/appointments.ts'
import { formatDateTime, formatTime } from '#server/i18n/format.ts'
import type { CentresDeps } from './deps'

/** Sends a candidate a message about an appointment, with its time and place. Joins the transaction. */
export const appointmentMessages =
  ({ directory, tell }: Pick<CentresDeps, 'directory' | 'tell'>) =>
  (
    candidateId: number,
    template: MessageTemplate,
    { centre: code, startsAt, endsAt }: Pick<Slot, 'centre' | 'startsAt' | 'endsAt'>,
  ): void => {
    const place = directory.centre(code)!
    tell(candidateId, template, (language) => ({
      at: formatDateTime(startsAt, language),
      until: formatTime(endsAt),
      centre: place.name[language],
      address: place.address[language],
    }))
  }
