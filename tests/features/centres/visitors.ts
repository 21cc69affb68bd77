import { ist } from '#server/kernel/time.ts'
import { answersWith, ashasAnswers } from '#tests/support/answers.ts'
import { type Applicant, applicant } from '#tests/support/applicant.ts'
import type { TestPortal } from '#tests/support/portal.ts'

/** Asha, whose form a centre confirms. */
const atCentreAnswers = answersWith(ashasAnswers, { 'type-of-candidature': { mode: '2' } })

/** A candidate of mode 2 who has submitted. */
export async function visitor(portal: TestPortal, person?: Parameters<typeof applicant>[1]): Promise<Applicant> {
  const candidate = await applicant(portal, person)
  await candidate.complete(atCentreAnswers)
  const submitted = await candidate.submit()
  if (submitted.status !== 200) throw new Error(JSON.stringify(submitted.body))
  return candidate
}

/** Slots of half an hour at a centre on 2 August 2024, from 10:00; returns their ids. */
export function slotsAt(portal: TestPortal, centre: string, capacity = 2, count = 4): number[] {
  const add = portal.services.db.sqlite.prepare(
    'INSERT INTO centre_slots (centre, starts_at, ends_at, capacity) VALUES (?, ?, ?, ?)',
  )
  const first = ist('2024-08-02 10:00')
  return Array.from({ length: count }, (_, n) => {
    const startsAt = first + n * 1_800_000
    return Number(add.run(centre, startsAt, startsAt + 1_800_000, capacity).lastInsertRowid)
  })
}
