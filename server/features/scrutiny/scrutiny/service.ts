import { assign } from './assign'
import { createByFact } from './by-fact'
import type { ScrutinyDeps } from './deps'
import { createDiscrepancies } from './discrepancies'
import { finish } from './finish'
import { createForms } from './form'
import { createLooks } from './look'
import { createQueues } from './queues'
import { createShownFacts } from './shown-facts'
import { createTakeUp } from './take-up'
import { createTeam } from './team'
import { saveVerdicts } from './verdicts'
import { createWaits } from './waits'

/** E-scrutiny (mode 1): officers judge submitted forms, candidates read the findings. Source: rules §5.1. */
export function createScrutiny(deps: ScrutinyDeps) {
  const forms = createForms(deps)
  const { next, ...queues } = createQueues(deps)
  const shownFacts = createShownFacts(deps)
  const byFact = createByFact({ ...deps, forms, shownFacts })
  return {
    ...queues,
    shownFacts,
    byFact,
    ...createLooks({ ...deps, forms, byFact }),
    ...createTakeUp({ ...deps, forms, next }),
    save: saveVerdicts({ ...deps, forms, byFact }),
    finish: finish({ ...deps, forms, byFact }),
    assign: assign(deps),
    ...createDiscrepancies(deps),
    ...createTeam(deps),
    ...createWaits(deps),
  }
}

export type Scrutiny = ReturnType<typeof createScrutiny>
