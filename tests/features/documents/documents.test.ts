import sharp from 'sharp'
import { expect, test } from 'vitest'
import { jpeg, multipart, noise, pdf, png } from '#tests/support/files.ts'
import { openPortal } from '#tests/support/portal.ts'
import { candidateAtDocuments, faultOf } from './candidate'

test('a photograph is cropped to print proportions and kept small', async () => {
  const portal = await openPortal()
  const asha = await candidateAtDocuments(portal)
  const answer = await asha.upload('photo', { name: 'me.png', content: await png({ width: 3000, height: 4000 }) })
  expect(answer.status, answer.text).toBe(201)
  expect(answer.body.data).toMatchObject({ name: 'photo', mediaType: 'image/jpeg', pages: 1, originalName: 'me.png' })
  const kept = await asha.get('photo')
  expect(kept.headers).toMatchObject({ 'content-type': 'image/jpeg', 'cache-control': 'private, no-store' })
  expect(await sharp(kept.rawPayload).metadata()).toMatchObject({ width: 413, height: 531, format: 'jpeg' })
  expect(kept.rawPayload.length).toBeLessThanOrEqual(100 * 1024)
})

test('several photographs of one document become one PDF', async () => {
  const portal = await openPortal()
  const asha = await candidateAtDocuments(portal)
  const page = { name: 'page.jpg', content: await noise(1800, 1300).jpeg({ quality: 90 }).toBuffer() }
  const answer = await asha.upload('ssc-marksheet', page, { ...page, content: await jpeg() }, page)
  expect(answer.body.data).toMatchObject({ mediaType: 'application/pdf', pages: 3 })
  expect(answer.body.data.bytes).toBeLessThanOrEqual(2 * 1024 * 1024)
})

test('a PDF is kept unchanged', async () => {
  const portal = await openPortal()
  const asha = await candidateAtDocuments(portal)
  const content = await pdf(3)
  expect((await asha.upload('nationality', { name: 'n.pdf', content })).body.data).toMatchObject({ pages: 3 })
  expect((await asha.get('nationality')).rawPayload.equals(content)).toBe(true)
})

test('a kind of document that the answers do not require is refused', async () => {
  const portal = await openPortal()
  const asha = await candidateAtDocuments(portal)
  const answer = await asha.upload('caste-certificate', { name: 'n.pdf', content: await pdf() })
  expect([answer.status, answer.body.code]).toEqual([422, 'document-not-asked-for'])
  expect(faultOf(answer)).toBeUndefined()
})

test.each([
  ['an unknown field', { kind: 'photo', fee: '0' }, 'file', 'fee'],
  ['a file in the wrong field', { kind: 'photo' }, 'photo', 'photo'],
  ['no kind', {} as Record<string, string>, 'file', 'kind'],
])('a call with %s is malformed, and stores nothing', async (_, fields, fileField, fault) => {
  const portal = await openPortal()
  const asha = await candidateAtDocuments(portal)
  const { body, headers } = multipart(fields, [{ name: 'a.jpg', content: await jpeg(), field: fileField }])
  const answer = await portal.ask('POST', `${portal.base}api/documents`, { token: asha.token, body, headers })
  expect([answer.status, answer.body.code, answer.body.errors?.[0]?.field]).toEqual([400, 'malformed', fault])
  expect(portal.rows().documents).toBe(0)
})
