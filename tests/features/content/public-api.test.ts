import { expect, test } from 'vitest'
import { atDesk } from '#tests/support/desk.ts'
import { openPortal } from '#tests/support/portal.ts'

const calls = ['notices', 'news', 'faq', 'downloads', 'schedule', 'facilitation-centres', 'application-fee']

test.each(calls)('/%s answers every visitor in their language, and is cached by its ETag', async (call) => {
  const portal = await openPortal()
  const answer = await portal.api('GET', call)
  expect(answer.status).toBe(200)
  expect(answer.body.data).toBeDefined()
  expect(answer.headers['cache-control']).toBe('public, max-age=60')
  const { etag, vary } = answer.headers
  expect(String(vary)).toContain('accept-language')
  const again = await portal.api('GET', call, undefined, { headers: { 'if-none-match': String(etag) } })
  expect([again.status, again.text]).toEqual([304, ''])
  const marathi = await portal.api('GET', call, undefined, { headers: { 'accept-language': 'mr' } })
  expect(marathi.body.message).not.toBe(answer.body.message)
  expect(marathi.headers.etag).not.toBe(etag)
})

test('/facilitation-centres omits closed centres, and its ETag changes', async () => {
  const portal = await openPortal()
  const admin = await atDesk(portal, 'admin')
  const before = await portal.api('GET', 'facilitation-centres')
  expect(before.body.data.map(({ code }: { code: string }) => code)).toContain('FC02')
  await admin.post('centres', { intent: 'close', code: 'FC02' })
  const etag = String(before.headers.etag)
  const after = await portal.api('GET', 'facilitation-centres', undefined, { headers: { 'if-none-match': etag } })
  expect(after.status).toBe(200)
  expect(after.body.data.map(({ code }: { code: string }) => code)).not.toContain('FC02')
})

test('/application-fee gives the amounts in rupees, and the date from which they apply', async () => {
  const portal = await openPortal()
  expect((await portal.api('GET', 'application-fee')).body.data).toEqual({
    open: 1200,
    reserved: 1000,
    effectiveAt: null,
  })
})
