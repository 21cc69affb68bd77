import { assign } from './assign'
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

/** E-scrutiny (mode 1): officers judge submitted forms, candidates read the findings. Source: rules §5.1. */
export function createScrutiny(deps: ScrutinyDeps) {
  const forms = createForms(deps)
  const { next, ...queues } = createQueues(deps)
  const shownFacts = createShownFacts(deps)
  return {
    ...queues,
    shownFacts,
    ...createLooks({ ...deps, forms, shownFacts }),
    ...createTakeUp({ ...deps, forms, next }),
    save: saveVerdicts({ ...deps, forms }),
    finish: finish({ ...deps, forms }),
    assign: assign(deps),
    ...createDiscrepancies(deps),
    ...createTeam(deps),
  }
}

export type Scrutiny = ReturnType<typeof createScrutiny>
