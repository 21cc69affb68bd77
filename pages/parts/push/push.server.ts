import { deviceLabel } from '#server/domain/accounts/device.ts'
import type { CandidatePage } from '#server/features/index.ts'
import { PushForm } from '#server/features/messages/push/schema.ts'
import type { Push } from '#server/features/messages/push/service.ts'
import type { Acted } from '#server/http/page.ts'

/** What a page says about notifications. */
export type PushView = ReturnType<Push['view']>

/** Handles the two buttons of `PushHere`; null if something else was posted. `back`: the page that they stand on. */
export function pushAction(page: CandidatePage, back: string): Acted | null {
  const { intent } = page.posted
  const { push } = page.services
  if (intent === 'push-off') {
    push.end(page.actor)
    return page.redirect(back, { type: 'success', key: 'push:flash.off' })
  }
  if (intent !== 'push' && intent !== 'push-demo') return null
  const device = deviceLabel(page.request.headers['user-agent'])
  const form = intent === 'push' ? page.form(PushForm) : null
  if (form && !form.ok) return form
  const added = form ? push.add(page.actor, form.value, device) : push.addDemo(page.actor, device)
  return added.ok ? page.redirect(back, { type: 'success', key: 'push:flash.on' }) : added
}
