import { LookUp } from '../../../../server/features/look-up/schema'
import type { Page } from '../../../../server/services'
import { answerLookUp } from '../../../parts/look-up/look-up.server'
import { statusView } from '../../../parts/merit-pages/status.server'
import { href } from '../../../ui/href'

export const texts = ['lookup', 'meritpages'] as const

export const load = (page: Page) => statusView(page, 'provisional')

export const action = (page: Page) =>
  answerLookUp(page, () => page.form(LookUp), href(page.base, 'meritstatus/provisional-merit'))
