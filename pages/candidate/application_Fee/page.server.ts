import { formatRupees } from '../../../server/i18n/format'
import { rupees } from '../../../server/kernel/money'
import type { Page } from '../../../server/services'

export const texts = ['notices'] as const
export const isCacheable = true

/** The course's application fees, as text. */
export const feesOf = ({ course }: Page['services']) => ({
  open: formatRupees(rupees(course.applicationFees.open)),
  reserved: formatRupees(rupees(course.applicationFees.reserved)),
})

export const load = ({ services }: Page) => ({ fees: feesOf(services) })
