import path from 'node:path'
import Database from 'better-sqlite3'
import { personaPassword } from '#server/demo/personas.ts'
import { ashasAnswers } from '#tests/support/answers.ts'

/** A candidate at the fifth step who keeps saving it; each save differs from the previous one. */
export type Writer = {
  headers: Record<string, string>
  /** Reads the saved answers, which the next save builds on and changes. */
  begin(): Promise<void>
  /** The body of the next save. */
  next(): string
}

const values = ashasAnswers['personal-details']

/**
 * Gives candidates of the demo's cohort at the fifth step the password of the personas. Returns their Application IDs.
 * The server must not be running yet.
 */
export function letWritersIn(folder: string, count: number): string[] {
  const sqlite = new Database(path.join(folder, 'mbale', 'portal.db'))
  const found = sqlite
    .prepare(
      `SELECT c.id, c.user_id AS userId FROM candidates c JOIN applications a ON a.candidate_id = c.id
       WHERE a.submitted_at IS NULL AND c.password_hash IS NULL AND
         (SELECT count(*) FROM application_steps s WHERE s.candidate_id = c.id AND s.completed_at IS NOT NULL) = 4
       LIMIT ?`,
    )
    .all(count) as { id: number; userId: string }[]
  const give = sqlite.prepare(
    'UPDATE candidates SET password_hash = (SELECT max(password_hash) FROM candidates) WHERE id = ?',
  )
  for (const { id } of found) give.run(id)
  sqlite.close()
  return found.map(({ userId }) => userId)
}

/** Logs a candidate in at the API with this base address; returns the headers for their calls. */
export async function headersOf(api: string, userId: string): Promise<Record<string, string>> {
  const login = await fetch(`${api}/candidateLoginController/candidateLogin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ userId, password: personaPassword }),
  })
  if (login.status !== 200) throw new Error(`login: ${login.status} ${await login.text()}`)
  const { token } = ((await login.json()) as { data: { token: string } }).data
  return {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'accept-encoding': 'identity',
  }
}

/** A writer who is logged in at the fifth step. */
export async function writer(api: string, userId: string): Promise<Writer> {
  const headers = await headersOf(api, userId)
  let version = 0
  let town = ''
  return {
    headers,
    async begin() {
      const step = await fetch(`${api}/application/steps/personal-details`, { headers })
      const { data } = (await step.json()) as { data: { version: number; values: { town?: string } } }
      version = data.version
      town = data.values.town ?? ''
    },
    next() {
      town = town === 'Wagholi' ? 'Kharadi' : 'Wagholi'
      return JSON.stringify({ version: version++, values: { ...values, town } })
    },
  }
}
