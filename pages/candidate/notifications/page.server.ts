import type { Page } from '../../../server/services'
import { noticesView } from '../../notices-parts/views'

export const texts = ['notices'] as const
export const isCacheable = true

/** Every notice that is published. */
export const load = ({ services, language }: Page) => ({ notices: noticesView(services, language, 'notice') })
