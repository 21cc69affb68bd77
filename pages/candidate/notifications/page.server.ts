import type { Page } from '../../../server/services'
import { noticesView } from '../../parts/notices/views'

export const texts = ['notices'] as const
export const isCacheable = true

/** All published notices. */
export const load = ({ services, language }: Page) => ({ notices: noticesView(services, language, 'notice') })
