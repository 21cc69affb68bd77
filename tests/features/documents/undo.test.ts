import { expect, test } from 'vitest'
import type { load } from '#pages/candidate/documents-details/page.server.ts'
import type { DataOf } from '#server/http/page.ts'
import { openWithApplicant } from '#tests/support/applicant.ts'
import { jpeg, pdf, type TestFile } from '#tests/support/files.ts'
import { browser, openPortal, viewOf } from '#tests/support/portal.ts'
import { candidateAtDocuments } from './candidate'

const kind = 'ssc-marksheet'
const scan = async (name: string, pages = 1): Promise<TestFile> => ({ name, content: await pdf(pages) })

async function start() {
  const portal = await openPortal()
  const asha = await candidateAtDocuments(portal)
  const { documents } = portal.services
  const now = () => portal.clock.portal()
  const held = (of = kind) => {
    const found = documents.find(asha.id, of)
    return found.ok ? found.value : null
  }
  // The helper's candidate has no photograph, whose step each change of the documents opens again.
  const reached = portal.services.db.sqlite.prepare('UPDATE application_steps SET completed_at = 1')
  return {
    asha,
    held,
    undo(uploadedAt: number, of = kind) {
      reached.run()
      return documents.undo(asha.id, of, uploadedAt as never, now())
    },
    async remove(): Promise<void> {
      await asha.remove(kind)
      reached.run()
    },
    wait: (minutes: number) => portal.clock.advance(minutes * 60_000),
  }
}

const codeOf = (result: { ok: boolean; refusal?: { code: string } }) => (result.ok ? 'ok' : result.refusal!.code)

test('an upload that is undone is gone, and a second press undoes nothing else', async () => {
  const { asha, held, undo } = await start()
  await asha.upload(kind, await scan('wrong.pdf'))
  const { uploadedAt } = held()!
  expect(codeOf(undo(uploadedAt))).toBe('ok')
  expect(held()).toBeNull()
  expect(codeOf(undo(uploadedAt))).toBe('document-changed')
})

test('undoing a replacement brings the earlier file back, and again the one before', async () => {
  const { asha, held, undo } = await start()
  for (const pages of [1, 2, 3]) await asha.upload(kind, await scan(`${pages}.pdf`, pages))
  const names: string[] = []
  for (let step = 0; step < 3; step++) {
    names.push(held()!.originalName)
    expect(codeOf(undo(held()!.uploadedAt))).toBe('ok')
  }
  expect(names).toEqual(['3.pdf', '2.pdf', '1.pdf'])
  expect(held()).toBeNull()
})

test('a file that was removed before does not come back with the undoing of a later one', async () => {
  const { asha, held, undo, remove, wait } = await start()
  await asha.upload(kind, await scan('first.pdf'))
  wait(1)
  await remove()
  wait(1)
  await asha.upload(kind, await scan('second.pdf', 2))
  expect(codeOf(undo(held()!.uploadedAt))).toBe('ok')
  expect(held()).toBeNull()
})

test('the same file for two documents is undone for one of them only', async () => {
  const { asha, held, undo } = await start()
  const file: TestFile = { name: 'IMG_1.jpg', content: await jpeg({ width: 900, height: 1200 }) }
  await asha.upload(kind, file)
  await asha.upload('nationality', file)
  expect(codeOf(undo(held()!.uploadedAt))).toBe('ok')
  expect(held()).toBeNull()
  expect((await asha.get('nationality')).statusCode).toBe(200)
})

test('an older page undoes nothing: not the next upload, and none of half an hour ago', async () => {
  const { asha, held, undo, wait } = await start()
  await asha.upload(kind, await scan('first.pdf'))
  const first = held()!.uploadedAt
  wait(1)
  await asha.upload(kind, await scan('second.pdf', 2))
  expect(codeOf(undo(first))).toBe('document-changed')
  wait(29)
  expect(codeOf(undo(held()!.uploadedAt, kind))).toBe('ok')
  expect(held()!.originalName).toBe('first.pdf')
  expect(codeOf(undo(first))).toBe('undo-too-late')
  expect(held()!.originalName).toBe('first.pdf')
})

test('a name that is no document and an instant that is none undo nothing', async () => {
  const { asha, held, undo } = await start()
  await asha.upload(kind, await scan('first.pdf'))
  expect(codeOf(undo(Number.NaN))).toBe('document-changed')
  expect(codeOf(undo(held()!.uploadedAt, 'no-such-kind'))).toBe('document-unknown')
  expect(held()).not.toBeNull()
})

test('nothing is undone once the form is submitted, and the page says why', async () => {
  const { portal, owner: asha } = await openWithApplicant({ until: 'complete' })
  const screen = browser(portal, { ...asha.cookies })
  const { just, entries } = viewOf<{ data: DataOf<typeof load> }>(await screen.get('documents-details')).data
  expect(just).not.toBeNull()
  const { uploadedAt } = entries.find(({ kind }) => kind === just)!.document!
  await asha.submit()
  const answer = await screen.post('documents-details', { intent: 'undo', kind: just!, of: String(uploadedAt) })
  expect(answer.status).toBe(423)
  expect((await screen.get(`documents/view/${just}`)).status).toBe(200)
})

test('a file that is refused takes nothing away: the row says what is kept, and why the new one was not taken', async () => {
  const { asha, held } = await start()
  const wrong: TestFile = { name: 'notes.txt', content: Buffer.from('no picture') }
  const rowAfter = async (language: string) => {
    const answer = await asha.post(`documents-details?lang=${language}`, { kind }, [wrong])
    expect(answer.status).toBe(422)
    const row = answer.text.slice(answer.text.indexOf(`<li id="file-${kind}"`))
    return row.slice(0, row.indexOf('</summary>'))
  }
  expect(await rowAfter('en')).toContain('Not accepted: choose another file')
  await asha.upload(kind, await scan('first.pdf', 2))
  const english = await rowAfter('en')
  expect(english).toContain('Kept as it was: 2 pages')
  expect(english).toContain('The new file was not accepted: notes.txt: This is not a PDF')
  expect(english).not.toContain('choose another file')
  expect(await rowAfter('mr')).toContain('आधीचे कायम आहे: 2 पाने')
  expect(held()).toMatchObject({ pages: 2 })
})
