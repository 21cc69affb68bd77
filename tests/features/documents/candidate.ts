import { multipart, type TestFile } from '#tests/support/files.ts'
import type { Answer, TestPortal } from '#tests/support/portal.ts'
import { asha, browser, signIn } from '#tests/support/portal.ts'

/** A candidate who has reached the documents step, with a bearer token and a browser. */
export async function candidateAtDocuments(portal: TestPortal, person = asha) {
  const { token, cookies, userId } = await signIn(portal, person)
  const { id } = portal.services.db.sqlite.prepare('SELECT id FROM candidates WHERE user_id = ?').get(userId) as {
    id: number
  }
  const answers = { 0: { type: 'OMS' } } as Record<number, object>
  const add = portal.services.db.sqlite.prepare(
    'INSERT INTO application_steps (candidate_id, step, version, answers, completed_at) VALUES (?, ?, 1, ?, 1)',
  )
  for (let step = 0; step <= 5; step++) add.run(id, step, JSON.stringify(answers[step] ?? {}))
  const page = browser(portal, cookies)
  const url = (path: string) => `${portal.base}${path}`
  return {
    id,
    userId,
    token,
    page,
    /** Uploads through the API. */
    async upload(kind: string, ...files: TestFile[]): Promise<Answer> {
      const { body, headers } = multipart({ kind }, files)
      const answer = await portal.ask('POST', url('api/documents'), { token, body, headers })
      // This uploads certificates but no photograph, which would open its step again.
      portal.services.db.sqlite.prepare('UPDATE application_steps SET completed_at = 1 WHERE candidate_id = ?').run(id)
      return answer
    },
    /** Posts the form of a page. */
    post(path: string, fields: Record<string, string>, files: TestFile[], more: Record<string, string> = {}) {
      const { body, headers } = multipart({ _csrf: page.jar['XSRF-TOKEN']!, ...fields }, files)
      return portal.ask('POST', url(path), {
        cookies: { ...page.jar },
        body,
        headers: { ...headers, accept: 'text/html', 'sec-fetch-site': 'same-origin', ...more },
      })
    },
    list: async () => (await portal.api('GET', 'documents', undefined, { token })).body.data,
    get: (name: string) =>
      portal.app.inject({ url: url(`api/documents/${name}`), headers: { authorization: `Bearer ${token}` } }),
    remove: (name: string) => portal.api('DELETE', `documents/${name}`, undefined, { token }),
  }
}

/** The only fault of a refused upload. */
export const faultOf = ({ body }: Answer): string | undefined => body.errors?.[0]?.code
