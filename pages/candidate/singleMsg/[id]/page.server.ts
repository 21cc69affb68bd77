import type { CandidatePage } from '../../../../server/services'

type Shown = CandidatePage<'singleMsg/:id'>

export const texts = ['inbox'] as const

/** One of the candidate's own messages, or null (404). Marks the message as read. */
export function load({ services, actor, params }: Shown) {
  const read = services.inbox.read(actor, /^[1-9]\d{0,8}$/.test(params.id) ? Number(params.id) : 0)
  return read.ok ? read.value : null
}
