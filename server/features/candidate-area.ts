import type { ApplicationArea } from './application/index'
import type { Gateway, MoneyArea } from './money/index'
import type { ClaimsArea } from './scrutiny/index'

/** What candidates do before there are seats: the form, its fees, certificates, grievances. */
export type CandidateArea = Gateway & ApplicationArea & MoneyArea & ClaimsArea
