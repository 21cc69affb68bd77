import { LookUp } from '../../../../server/features/look-up/schema'
import type { Page } from '../../../../server/services'
import { lookUpInRound, roundView } from '../../../results-parts/round-look-up'

export const texts = ['results', 'lookup'] as const

export const load = (page: Page) => roundView(page, 1)
export const action = (page: Page) => lookUpInRound(page, 1, () => page.form(LookUp))
