import type { ImportKind } from '#server/domain/desk/imports.ts'
import type { View } from '#server/domain/site/view.ts'
import { atDesk } from './desk'
import { multipart } from './files'
import { type TestPortal, viewOf } from './portal'

/** The report of a file, as its page carries it. */
type Report = {
  id: number
  state: string
  counts: { new: number; changed: number; gone: number; unchanged: number; lines: number }
  faultCount: number
  faults: { line: number; column: string | null; why: string; params?: Record<string, string | number> }[]
  mayApply: boolean
  changes: { line: number; key: string; before: Record<string, string> | null; after: Record<string, string> | null }[]
}

/** An admin who reads tables from files as a browser without script does. */
export async function tableKeeper(portal: TestPortal, name = 'keeper') {
  const desk = await atDesk(portal, 'admin', name)
  const { csrf } = viewOf<View>(await desk.get('account')).staff!
  /** Sends a file; the answer is that of its form. */
  function send(kind: ImportKind, content: string | Buffer, fields: Record<string, string> = {}) {
    const sent = { _csrf: csrf, intent: 'read', ...fields }
    const { body, headers } = multipart(sent, [{ name: `${kind}.csv`, content: Buffer.from(content) }])
    return portal.ask('POST', `${desk.base}imports/${kind}`, {
      cookies: { ...desk.jar },
      headers: { accept: 'text/html', 'sec-fetch-site': 'same-origin', ...headers },
      body,
    })
  }
  const report = async (address: string): Promise<Report> => viewOf<{ data: Report }>(await desk.get(address)).data
  /** The report of a file that has been read; a long file or a busy machine takes longer than the answer to the form. */
  async function finished(address: string): Promise<Report> {
    for (;;) {
      const found = await report(address)
      if (found.state !== 'preparing') return found
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
  return {
    ...desk,
    send,
    report,
    /** Sends a file and returns its address and, once it has been read, its report. */
    async bring(kind: ImportKind, content: string | Buffer, fields: Record<string, string> = {}) {
      const answer = await send(kind, content, fields)
      const address = String(answer.headers.location)
      return { address, ...(await finished(address)) }
    },
    /** Puts a file in force. */
    apply: (address: string) => desk.post(address, { intent: 'apply' }),
    /** The present table as the download gives it, without its byte order mark. */
    async exported(kind: ImportKind): Promise<string> {
      const { text } = await desk.post('import-table.csv', { kind })
      return text.replace(/^\uFEFF/, '')
    },
  }
}
