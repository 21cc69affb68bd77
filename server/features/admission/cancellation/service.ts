import { createCancel } from './cancel'
import { createCases } from './cases'
import type { CancellationDeps } from './deps'
import { createLateReturns } from './late'
import { createReturns } from './returns'

/** The cancellation of an admission: the candidate's half and the institute's. Source: rules §9.3, §9.4. */
export function createCancellation(deps: CancellationDeps) {
  const cases = createCases(deps)
  return { ...createCancel(deps, cases), ...createReturns(deps, cases), ...createLateReturns(deps) }
}

export type Cancellation = ReturnType<typeof createCancellation>
