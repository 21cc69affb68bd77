import { href } from '#pages/ui/href.ts'
import type { Page } from '#server/features/index.ts'

export const texts = ['letters', 'files'] as const
export const layout = 'bare' as const
export const isCacheable = true
export const title = ({ t }: Page): string => t('letters:title')

/** The same page for everybody: the letter stands behind the `#` of the address, which no server sees. Source: rules §19.8. */
export function load({ base }: Page) {
  return { book: href(base, 'letters.json') }
}
