import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { ist } from '#server/kernel/time.ts'
import { addForm, degree, published, twoAdmins } from '#tests/support/merit.ts'
import { browser, folderOfTest, openPortal, type TestPortal } from '#tests/support/portal.ts'
import { look, type Mirror, readerOf, seen } from '#tests/support/witness.ts'

const program = path.resolve('server/features/operations/public-log/check.py')

/** What `check.py` says of a file, against a mirror of the portal's log. */
async function saidOf(portal: TestPortal, content: Uint8Array): Promise<{ code: number | null; said: string }> {
  const mirror: Mirror = new Map()
  await seen(look(readerOf(portal, mirror), portal.clock.real()))
  const folder = folderOfTest()
  for (const [name, bytes] of mirror) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
    writeFileSync(path.join(folder, name), bytes)
  }
  writeFileSync(path.join(folder, 'file'), content)
  const { status, stdout, stderr } = spawnSync('python3', [program, folder, path.join(folder, 'file')], {
    encoding: 'utf8',
    env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1' },
  })
  return { code: status, said: stdout + stderr }
}

/** A portal with a published list of three, one of them with a name that a spreadsheet would run. */
async function withList() {
  const portal = await openPortal({ at: ist('2024-08-18 12:00') })
  const { db } = portal.services
  addForm(db, 1, { answers: degree(3000), fullName: '=cmd, "Asha"' })
  addForm(db, 2, { answers: degree(2500), fullName: 'आशा पाटील' })
  addForm(db, 3, { answers: degree(2000) })
  const admins = await twoAdmins(portal)
  const id = await published(portal, admins)
  return { portal, admins, id }
}

const csv = async (portal: TestPortal, list = 'state') =>
  (await portal.app.inject({ url: `${portal.base}merit-lists/provisional-1-${list}.csv?lang=en` })).rawPayload

const page = (portal: TestPortal, query: string) => browser(portal).get(`verification?${query}`)

test('a stranger works the entry of a merit list out from the file that everybody may take', async () => {
  const { portal, id } = await withList()
  const { news } = await seen(look(readerOf(portal), portal.clock.real()))
  const { facts, number } = news.find(({ kind }) => kind === 'merit-list')!
  const file = await csv(portal)
  expect(facts).toMatchObject({
    stage: 'provisional',
    number: 1,
    lists: { state: { entries: 3, sha256: createHash('sha256').update(file).digest('hex') } },
  })
  expect(await saidOf(portal, file)).toEqual({
    code: 0,
    said: expect.stringContaining(
      `Published 2024-08-18T06:30:00.000Z as merit-list:${id} (entry ${number}), byte for byte, and unchanged since.`,
    ),
  })
  const forged = Buffer.from(file.toString('utf8').replace('62.5000', '82.5000'))
  expect(await saidOf(portal, forged)).toMatchObject({ code: 1, said: expect.stringContaining('NOT PUBLISHED') })
  // What is no forgery, but not the file that the log names, is told apart.
  const { rawPayload } = await portal.app.inject({
    url: `${portal.base}merit-lists/provisional-1-state.csv?lang=mr`,
  })
  expect(await saidOf(portal, rawPayload)).toEqual({ code: 2, said: expect.stringContaining('is not in English') })
  const manifest = Buffer.from('{"format":"pravesh-dossier/1","round":1}')
  expect(await saidOf(portal, manifest)).toEqual({ code: 2, said: expect.stringContaining('names no manifest') })
  // The page in either language leads to the file that the log names.
  for (const language of ['en', 'mr'])
    expect((await browser(portal).get(`merit-lists?lang=${language}`)).text).toContain(
      'merit-lists/provisional-1-state.csv?lang=en"',
    )
})

test('the bytes of a list never change: its columns, words and quotes are those of the format', async () => {
  const { portal } = await withList()
  expect((await csv(portal)).toString('utf8')).toBe(
    [
      '\uFEFFMerit No.,Application ID,Name,Type,Category,Percentage',
      `1,ML24100001,"'=cmd, ""Asha""",A,SC,75.0000`,
      '2,ML24100002,आशा पाटील,A,SC,62.5000',
      '3,ML24100003,Candidate 3,A,SC,50.0000',
      '',
    ].join('\r\n'),
  )
})

test('the page says what a paper is worth now: unchanged, altered, a name erased, or another publication', async () => {
  const { portal, id } = await withList()
  const { number } = portal.services.publicLog.entryOf(`merit-list:${id}`)!
  const of = `entry=${number}&of=merit-list:${id}`
  expect((await page(portal, of)).text).toContain('Published on 18 Aug 2024, 12:00, and unchanged since')
  expect((await page(portal, `entry=${number}&of=merit-list:99`)).text).toContain(
    `Entry ${number} is about something else`,
  )
  expect((await page(portal, 'entry=99999')).text).toContain('The public log has no entry 99999')
  for (const odd of ['-1', '1e3', 'x', '00', '9999999999'])
    expect((await page(portal, `entry=${odd}`)).text).not.toContain('of the public log')

  const fresh = await withList()
  fresh.portal.services.db.sqlite.exec(`UPDATE merit_entries SET full_name = '' WHERE merit_number = 2`)
  expect((await page(fresh.portal, of)).text).toContain('one name in it was erased since')
  const altered = await withList()
  altered.portal.services.db.sqlite.exec(`UPDATE merit_entries SET percentage = '99.0000' WHERE merit_number = 3`)
  const answer = await page(altered.portal, of)
  expect(answer.text).toContain('The portal shows something else than it published')
  expect(answer.text).toContain('NOT the published one')
  const { text } = await browser(altered.portal).get(`verification?${of}&lang=mr`)
  expect(text).toContain('पोर्टल आता वेगळेच दाखवत आहे')
})

test('a change made past the portal is found before the log says it, and the paper says so afterwards', async () => {
  const portal = await openPortal()
  const admin = { id: 1, loginName: 'admin', role: 'admin' } as never
  portal.services.notices.publish(admin, {
    kind: 'notice',
    titleEn: 'A',
    titleMr: 'अ',
    bodyEn: 'B',
    bodyMr: 'ब',
  } as never)
  const { number, subject } = portal.services.publicLog.newestOf('notice')!
  const of = `entry=${number}&of=${subject}`
  expect((await page(portal, of)).text).toContain('and unchanged since')
  portal.services.db.sqlite.exec(`UPDATE notices SET body_en = 'C' WHERE id = ${subject.split(':')[1]}`)
  expect((await page(portal, of)).text).toContain('The portal shows something else than it published')
  portal.services.publicLog.settle()
  expect((await page(portal, of)).text).toContain(`and changed since by entry ${number + 1}`)
  portal.services.db.sqlite.exec(`DELETE FROM notices WHERE id = ${subject.split(':')[1]}`)
  portal.services.publicLog.settle()
  expect((await page(portal, of)).text).toContain(`and taken back by entry ${number + 2}`)
})
