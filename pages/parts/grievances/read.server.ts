import type { ReadReply } from '#server/domain/scrutiny/replies.ts'
import type { DeskPage, Page } from '#server/features/index.ts'
import type { Grievance } from '#server/features/scrutiny/grievances/grievance.ts'

type Message = Omit<Grievance['thread'][number], 'text'> & { reply: ReadReply }

/** A grievance as its page shows it. */
export type ReadGrievance = Omit<Grievance, 'thread'> & { thread: readonly Message[] }

/** A grievance with the replies that came from a template in the page's language. */
export const readGrievance = <G extends Grievance>(
  { services, language }: Pick<Page | DeskPage, 'services' | 'language'>,
  { thread, ...grievance }: G,
): Omit<G, 'thread'> & { thread: readonly Message[] } => ({
  ...grievance,
  thread: thread.map(({ text, ...message }) => ({
    ...message,
    reply: message.officer === null ? { standard: '', own: text } : services.replies.read('grievance', text, language),
  })),
})
