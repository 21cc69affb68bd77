import type { CandidatePage } from '#server/features/index.ts'

type Shown = CandidatePage<'singleMsg/:id'>

export const texts = ['inbox'] as const

/** One of the candidate's own messages, or null (404). Marks the message as read. */
export function load({ services, actor, params }: Shown) {
  const read = services.inbox.read(actor, params.id)
  return read.ok ? read.value : null
}
