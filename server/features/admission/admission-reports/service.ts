import { createApprovalList } from './approval-list'
import { createCheck } from './check'
import { createCount } from './count'
import type { AdmissionReportsDeps } from './deps'
import { createReport } from './report'

/** The reports of the regional offices and the ARA, and the second check of admissions. Source: rules §9.7. */
export function createAdmissionReports(deps: AdmissionReportsDeps) {
  const count = createCount(deps)
  const approvals = createApprovalList(deps)
  return {
    ...createReport(deps, count),
    ...approvals,
    ...createCheck(deps, approvals, count),
    countDue: count.renewDue,
  }
}

export type AdmissionReports = ReturnType<typeof createAdmissionReports>
