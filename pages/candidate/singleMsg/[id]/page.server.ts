import type { CandidatePage } from '../../../../server/services'

type Shown = CandidatePage<'singleMsg/:id'>

export const texts = ['inbox'] as const

/** One of the candidate's own messages, which counts as read now; or null (404). */
export function load({ services, actor, params }: Shown) {
  const read = services.inbox.read(actor, /^[1-9]\d{0,8}$/.test(params.id) ? Number(params.id) : 0)
  return read.ok ? read.value : null
}
