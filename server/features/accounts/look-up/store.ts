import type { Database } from '#db/client.ts'

export type LookUpStore = ReturnType<typeof lookUpStore>

/** The candidate of an Application ID, with the date of birth on their form. Other features write everything here. */
export function lookUpStore({ sqlite }: Database) {
  const person = sqlite.prepare<[string], { candidateId: number; userId: string; birthDate: string | null }>(`
    SELECT c.id AS candidateId, c.user_id AS userId, s.answers ->> 'dateOfBirth' AS birthDate
    FROM candidates c LEFT JOIN application_steps s ON s.candidate_id = c.id AND s.step = 4
    WHERE c.user_id = ?`)
  return { person: (userId: string) => person.get(userId) }
}
