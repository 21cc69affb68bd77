import { beforeEach, describe, expect, test } from 'vitest'
import type { View } from '#server/domain/site/view.ts'
import { atDesk, type DeskBrowser } from '#tests/support/desk.ts'
import { asha, faultsOf, openPortal, signIn, type TestPortal, viewOf } from '#tests/support/portal.ts'

const page = 'reply-templates'
const late = {
  kind: 'certificate',
  title: 'Expired',
  textEn: 'It expired before the last date.\nBring one that is valid.',
  textMr: 'अंतिम तारखेपूर्वी त्याची मुदत संपली.',
}

let portal: TestPortal
let admin: DeskBrowser
beforeEach(async () => {
  portal = await openPortal()
  admin = await atDesk(portal, 'admin')
})

/** What the form of the first template carries. */
const seen = () => String(portal.services.replies.list()[0]!.changedAt)
const stored = () => portal.services.replies.list().map(({ title, textMr }) => [title, textMr])

describe('the reply templates of the cell', () => {
  test('are made, changed and ended, each with its line in the log', async () => {
    expect((await admin.post(page, late)).status).toBe(303)
    expect((await admin.get(page)).text).toContain('It expired before the last date.')
    expect((await admin.post(page, { ...late, id: '1', seen: seen(), title: 'Out of date' })).status).toBe(303)
    expect(stored()).toEqual([['Out of date', late.textMr]])
    expect((await admin.post(page, { end: '1' })).status).toBe(303)
    expect(stored()).toEqual([])
    // An ended one is neither changed nor ended again.
    expect((await admin.post(page, { ...late, id: '1', seen: '1' })).status).toBe(404)
    expect((await admin.post(page, { end: '1' })).status).toBe(404)
    const acts = portal.services.db.sqlite.prepare("SELECT act FROM audit_log WHERE act LIKE 'reply-%' ORDER BY id")
    expect(acts.pluck().all()).toEqual(['reply-templates.made', 'reply-templates.changed', 'reply-templates.ended'])
  })

  test('of templates with the same English, the one that can be chosen gives the Marathi, or else the newest', async () => {
    const marathi = ['मुदत संपली.', 'त्याची मुदत संपलेली आहे.', 'ते आता वैध नाही.'] as const
    const read = () => portal.services.replies.read('certificate', late.textEn, 'mr').standard
    for (const textMr of marathi) await admin.post(page, { ...late, textMr })
    expect(read()).toBe(marathi[2])
    await admin.post(page, { end: '3' })
    await admin.post(page, { end: '1' })
    expect(read()).toBe(marathi[1])
    await admin.post(page, { end: '2' })
    expect(read()).toBe(marathi[2])
  })

  test('of two admins who change the same one, the second is told and writes nothing', async () => {
    await admin.post(page, late)
    const other = await atDesk(portal, 'admin', 'other')
    const before = seen()
    portal.clock.advance(1000)
    expect((await admin.post(page, { ...late, id: '1', seen: before, title: 'Out of date' })).status).toBe(303)
    for (const stale of [before, '', '9'.repeat(16)]) {
      const answer = await other.post(page, { ...late, id: '1', seen: stale, title: 'Too old' })
      expect([answer.status, viewOf<View>(answer).form?.message]).toEqual([
        409,
        expect.stringContaining('Somebody else has changed this template'),
      ])
    }
    expect(stored()).toEqual([['Out of date', late.textMr]])
  })

  test.each([
    [{ title: '' }, 'title'],
    [{ textMr: '' }, 'textMr'],
    [{ textEn: 'x'.repeat(301) }, 'textEn'],
    [{ textEn: 'x'.repeat(1001), kind: 'grievance' }, 'textEn'],
    [{ kind: 'anything' }, 'kind'],
    [{ id: '-1' }, 'id'],
  ])('needs both languages, and no more than its use takes: %o', async (wrong, field) => {
    const answer = await admin.post(page, { ...late, ...wrong })
    expect(faultsOf(answer)).toHaveProperty(field)
    expect(stored()).toEqual([])
  })

  test('are kept by the cell alone', async () => {
    const officer = await atDesk(portal, 'so')
    expect((await officer.post(page, late)).status).toBe(403)
    const { id } = portal.services.staff.byCookie(officer.jar.mbale_desk!)!
    const actor = { id, loginName: 'so', role: 'so' } as const
    expect(portal.services.replies.put(actor, { ...late, kind: 'certificate' })).toMatchObject({ ok: false })
    expect(stored()).toEqual([])
  })
})

describe('a reply to a candidate', () => {
  const missing = { field: 'remark', code: 'remark.required' }
  const compose = (reply: string | undefined, text: string | undefined) =>
    portal.services.replies.compose('certificate', 1, { reply, text }, missing)

  beforeEach(async () => {
    await signIn(portal, asha)
    await admin.post(page, late)
  })

  test("is in the candidate's language where nothing is written, and as it was composed where something is", () => {
    expect(compose('1', undefined)).toMatchObject({ ok: true, value: late.textEn })
    portal.services.db.sqlite.exec("UPDATE candidates SET language = 'mr'")
    expect(compose('1', undefined)).toMatchObject({ value: late.textMr })
    expect(compose('illegible', undefined)).toMatchObject({ value: expect.stringContaining('स्कॅन') })
    expect(compose('1', 'In my own words')).toMatchObject({ value: 'In my own words' })
    expect(compose(undefined, undefined)).toMatchObject({ refusal: { fields: [missing] } })
  })

  test('keeps its words when the template is ended meanwhile, and says so once', async () => {
    await admin.post(page, { end: '1' })
    for (const text of ['It expired before the last date. Bring one.', undefined])
      expect(compose('1', text)).toMatchObject({
        refusal: { fields: [{ field: 'reply', code: 'replyChoice.gone', params: { title: 'Expired' } }] },
      })
    // The page no longer offers it, so the same words go out without it.
    expect(portal.services.replies.choices('certificate', 1, 'en').map(({ value }) => value)).not.toContain('1')
    expect(compose('', 'It expired before the last date. Bring one.')).toMatchObject({ ok: true })
  })

  test.each(['0', '2', '1e0', '99999999999', 'constructor', "1' OR 1=1", ' 1'])(
    'names a reply that exists: %s',
    (reply) => {
      expect(compose(reply, 'words')).toMatchObject({ refusal: { fields: [{ code: 'replyChoice.invalid' }] } })
    },
  )

  test('is of its own kind: a template for grievances rejects no certificate', async () => {
    await admin.post(page, { ...late, kind: 'grievance' })
    expect(compose('2', undefined)).toMatchObject({ ok: false })
    expect(viewOf(await admin.get(page)).form).toBeNull()
  })
})
