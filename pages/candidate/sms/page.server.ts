import type { CandidatePage } from '#server/features/index.ts'

export const texts = ['inbox'] as const

/** The messages to the candidate's phone, page by page. */
export function load({ services, actor, query }: CandidatePage) {
  const { before } = query
  return { ...services.messages.phoneLog(actor, before), isFirst: before === undefined }
}
