import { createAdmit } from './admit'
import { createCandidates } from './candidate'
import { createCorrections } from './correct'
import { day } from './day'
import type { ReportingDeps } from './deps'
import { createInstituteLists } from './lists'
import { createReach } from './reach'
import { reset } from './reset'
import { createRoundDays } from './round-days'
import { createSign } from './sign'
import { createReportingStanding } from './standing'
import { createWithdrawals } from './withdrawals'

/** Reporting at the institutes: who came, what was recorded, and the signed days. Source: rules §8.14, §8.15. */
export function createReporting(deps: ReportingDeps) {
  const reach = createReach(deps)
  const corrections = createCorrections(deps, reach)
  return {
    ...createInstituteLists(deps, reach),
    day: day(deps, reach),
    ...createCandidates(deps, reach, corrections),
    ...createAdmit(deps, reach),
    reset: reset(deps, reach),
    ...corrections,
    ...createSign(deps, reach),
    ...createRoundDays(deps, reach, corrections),
    ...createReportingStanding(deps),
    ...createWithdrawals(deps, reach),
  }
}

export type Reporting = ReturnType<typeof createReporting>
