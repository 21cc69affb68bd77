import { answerLookUp } from '#pages/parts/look-up/look-up.server.ts'
import { statusView } from '#pages/parts/merit-pages/status.server.ts'
import { href } from '#pages/ui/href.ts'
import { LookUp } from '#server/features/accounts/look-up/schema.ts'
import type { Page } from '#server/features/index.ts'

export const texts = ['lookup', 'meritpages', 'meritstatus', 'days'] as const

export const load = (page: Page) => statusView(page, 'provisional')

export const action = (page: Page) =>
  answerLookUp(page, () => page.form(LookUp), href(page.base, 'meritstatus/provisional-merit'))
