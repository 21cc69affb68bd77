import path from 'node:path'
import Database from 'better-sqlite3'
import { personaPassword } from '../../server/demo/personas'
import { ashasAnswers } from '../support/answers'

/** Somebody at the fifth step, who saves it again and again; each save differs from the one before. */
export type Writer = {
  headers: Record<string, string>
  /** Learns what is saved now: the next save builds on it, and differs from it. */
  begin(): Promise<void>
  /** The body of the next save. */
  next(): string
}

const values = ashasAnswers['personal-details']

/** Gives some of the demo's crowd, who have come just so far, the password of its personas. Before the server starts. */
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

/** Logs one in at the candidate API below `api`; answers with the headers of their calls. */
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

/** Logged in at the fifth step. */
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
