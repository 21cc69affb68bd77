import type { Services } from '#server/features/index.ts'
import { personaEmail, personas } from './personas'
import { demoStore } from './store'

/** Candidates who registered while trying the demo. The cohort's routines leave their acts to them. */
export function visitorsOf({ db }: Services): ReadonlySet<number> {
  const known = new Set(personas.map(personaEmail))
  const withPassword = [...demoStore(db).idsByEmail()]
  return new Set(withPassword.flatMap(([email, id]) => (known.has(email) ? [] : [id])))
}
