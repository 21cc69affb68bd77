import type { CandidatePage } from '#server/features/index.ts'

export const texts = ['inbox'] as const

/** All messages, page by page; `before` is the last message of the previous page. */
export function load({ services, actor, query }: CandidatePage) {
  const { before } = query
  return { ...services.inbox.page(actor, before), isFirst: before === undefined }
}
