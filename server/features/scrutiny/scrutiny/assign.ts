import { reaches } from '#server/domain/scrutiny/workload.ts'
import { civilDate } from '#server/kernel/time.ts'
import type { ScrutinyDeps } from './deps'

/**
 * Assigns a form in e-scrutiny to an officer who reaches it, evenly by the series of Application IDs; a form that
 * comes back stays with its officer. Officers on leave get none. Joins the transaction of the submission.
 */
export const assign =
  ({ store, team, clock, application }: Pick<ScrutinyDeps, 'store' | 'team' | 'clock' | 'application'>) =>
  (candidateId: number): void => {
    const { mode, userId } = application.factsOf(candidateId)
    const { officer } = store.standing(candidateId)
    const away = team.awayOn(civilDate(clock.portal()))
    if (mode !== 1 || (officer && officer.disabledAt === null && !away.includes(officer.id))) return
    const { district } = store.candidate(userId)!
    const able = store.activeOfficers().flatMap((one) => (reaches(one, district) ? [one.id] : []))
    const present = able.filter((id) => !away.includes(id))
    // With everybody on leave, the form waits for the first of them to come back.
    const officers = present.length ? present : able
    store.put(candidateId, { officerId: officers[candidateId % officers.length] ?? null })
  }
