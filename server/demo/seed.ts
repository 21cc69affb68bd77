import { applicationId } from '../domain/application-id'
import type { Language } from '../kernel/languages'
import { days, type Instant, ist } from '../kernel/time'
import type { Services } from '../services'
import { cohortCandidate, cohortSize } from './cohort'
import { type Persona, personaPassword, personas } from './personas'

/** A password, hashed once for all personas of a portal. */
export type HashPassword = (password: string) => Promise<string>

const registeredFrom = ist('2024-07-12 10:00')

/**
 * Fills an empty portal with its personas and its cohort: the same people for the same seed number. `now`: the demo's
 * clock. Everything goes in as facts, in one transaction.
 */
export async function seedPortal(
  portal: Services,
  now: Instant,
  hash: HashPassword,
  size = cohortSize(portal.course.slug),
): Promise<void> {
  const { db, course, demoStore } = portal
  const passwordHash = await hash(personaPassword)
  const { applicationIdPrefix: prefix, applicationIdYear: year } = course
  const nextId = () => applicationId(prefix, year, demoStore.nextInSeries(prefix + year))
  db.transact(() => {
    const people = personas.filter((persona) => persona.course === course.slug)
    for (const [index, persona] of people.entries()) addPersona(persona, index)
    for (let n = 0; n < size; n++) {
      const { application, ...person } = cohortCandidate(course.slug, n)
      const createdAt = registeredFrom + Math.floor((n / size) * (now - registeredFrom - days(1)))
      const id = demoStore.addCandidate({ ...person, userId: nextId(), passwordHash: null, createdAt, language: 'en' })
      if (application) demoStore.addApplication(id, { ...application, at: createdAt + days(1) })
    }
    demoStore.mark(now)
  })

  function addPersona(persona: Persona, index: number): void {
    const createdAt = now - days(12)
    const id = demoStore.addCandidate({
      userId: nextId(),
      fullName: persona.fullName,
      email: `${persona.key}.${course.slug}@example.org`,
      mobile: `${course.slug === 'scd' ? 80 : 90}000000${String(index + 1).padStart(2, '0')}`,
      state: persona.state,
      district: persona.district,
      passwordHash,
      createdAt,
      language: persona.language as Language,
    })
    const facts = persona.application
    if (!facts) return
    const ago = (daysAgo: number | undefined) => (daysAgo === undefined ? null : now - days(daysAgo))
    demoStore.addApplication(id, {
      mode: facts.mode,
      completedSteps: facts.completedSteps,
      submittedAt: ago(facts.submittedDaysAgo),
      revertedAt: ago(facts.revertedDaysAgo),
      confirmedAt: ago(facts.confirmedDaysAgo),
      at: createdAt,
    })
  }
}
