import type { Page } from '../../../server/services'
import { feesView } from '../../notices-parts/views'

export const texts = ['notices'] as const
export const isCacheable = true
export const load = ({ services }: Page) => ({ fees: feesView(services) })
