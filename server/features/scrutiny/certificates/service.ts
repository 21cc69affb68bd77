import { createDeciding } from './decide'
import type { CertificatesDeps } from './deps'
import { createDue } from './due'
import { createEntries } from './entries'
import { createHandIn } from './hand-in'
import { createCertificateReminders } from './reminders'
import { createTold } from './told'

/**
 * Certificates handed in beside the form: the CGPA conversion, and those awaited at submission. Source: rules §3.10,
 * §9.2.
 */
export function createCertificates(deps: CertificatesDeps) {
  const entries = createEntries(deps)
  const told = createTold(deps, entries)
  const { unfulfilled, passedTo, isKnown } = deps.store
  return {
    ...entries.verbs,
    ...createHandIn(deps, entries),
    ...createDeciding(deps, entries, told),
    ...createDue(deps, entries),
    reminders: createCertificateReminders(deps, entries, told),
    /** The claims that lapsed because their certificates were missing or rejected. */
    unfulfilled,
    /** An institute's seats that passed to its own level after the rounds. Source: rules §9.5. */
    passedTo,
    isKnown,
  }
}

export type Certificates = ReturnType<typeof createCertificates>
