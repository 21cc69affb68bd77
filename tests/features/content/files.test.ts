import { PDFDocument } from '@cantoo/pdf-lib'
import { describe, expect, test } from 'vitest'
import { proformaNames } from '#server/domain/application/proformas.ts'
import type { View } from '#server/domain/site/view.ts'
import { publicPdfs } from '#server/domain/terms/public-pdfs.ts'
import { hours, ist } from '#server/kernel/time.ts'
import { atDesk } from '#tests/support/desk.ts'
import { multipart, pdf, png, type TestFile } from '#tests/support/files.ts'
import { browser, faultsOf, openPortal, type TestPortal, viewOf } from '#tests/support/portal.ts'

const words = { titleEn: 'Rules of 2024', titleMr: '2024 चे नियम' }

/** An admin who uploads as a browser does: first the token and the words, then the file. */
async function publisher(portal: TestPortal) {
  const admin = await atDesk(portal, 'admin')
  const { csrf } = viewOf<View>(await admin.get('account')).staff!
  return {
    ...admin,
    put(fields: Record<string, string>, files: readonly TestFile[]) {
      const { body, headers } = multipart({ _csrf: csrf, ...fields }, files)
      return portal.ask('POST', `${admin.base}downloads`, {
        cookies: { ...admin.jar },
        headers: { accept: 'text/html', 'sec-fetch-site': 'same-origin', ...headers },
        body,
      })
    },
  }
}
const get = (portal: TestPortal, path: string) => portal.ask('GET', `${portal.base}${path}`)
const page = async (portal: TestPortal, path: string) => (await browser(portal).get(path)).text

test('an uploaded rule replaces the sample at its address, and a newer upload replaces the older one', async () => {
  const portal = await openPortal()
  const admin = await publisher(portal)
  expect(await page(portal, 'download')).toContain('A sample: the cell has not put this document here yet')
  const [first, second] = [await pdf(), await pdf(3)]
  for (const content of [first, second]) {
    const done = await admin.put({ address: 'ruleA.pdf', ...words }, [{ name: 'rules.pdf', content }])
    expect(done.status).toBe(303)
    const shown = await get(portal, 'ruleA.pdf')
    expect([shown.status, shown.headers['content-type']]).toEqual([200, 'application/pdf'])
    expect(shown.text).toBe(content.toString())
  }
  expect(portal.services.publicFiles.list()).toHaveLength(1)
  expect((await portal.api('GET', 'downloads')).body.data).toMatchObject([
    { title: words.titleEn, bytes: second.length },
  ])
})

test('a rule that readers open is taken, and published without what is around it', async () => {
  const portal = await openPortal()
  const admin = await publisher(portal)
  const content = await pdf()
  for (const around of [
    Buffer.concat([Buffer.from('\ufeff'), content]),
    Buffer.concat([Buffer.from('\r\n'), content, Buffer.alloc(5000)]),
  ]) {
    await admin.put({ address: 'ruleA.pdf', ...words }, [{ name: 'rules', content: around }])
    expect((await get(portal, 'ruleA.pdf')).text).toBe(content.toString())
  }
  const locked = await pdf(1, (document) => void document.encrypt({ ownerPassword: 'x' }))
  expect((await admin.put({ address: 'ruleA.pdf', ...words }, [{ name: 'rules.pdf', content: locked }])).status).toBe(
    303,
  )
  const refused = await admin.put(words, [{ name: 'नियम.docx', content: Buffer.from('PK\x03\x04 word') }])
  expect(refused.text).toContain('नियम.docx: This is not a PDF.')
})

describe('the rules of the menu in one go', () => {
  const rules = (admin: Awaited<ReturnType<typeof publisher>>, files: readonly TestFile[]) =>
    admin.put(
      { intent: 'rules' },
      files.map((file) => ({ field: 'rules', ...file })),
    )

  test('each file is the rule that its name says, under its name in the menu', async () => {
    const portal = await openPortal()
    const admin = await publisher(portal)
    const content = await pdf()
    const names = ['ruleA.pdf', 'RULE 2022 (1).PDF', 'Principal Rules.pdf', 'नियम 2019.pdf', 'amendment_rules-b.pdf']
    expect(
      (
        await rules(
          admin,
          names.map((name) => ({ name, content })),
        )
      ).status,
    ).toBe(303)
    const listed = portal.services.publicFiles.list().map(({ address, title }) => `${address} ${title.en} ${title.mr}`)
    expect(listed.toSorted()).toEqual([
      'principleRule.pdf Principal Rules मूळ नियम',
      'rule2019.pdf Rules 2019 नियम 2019',
      'rule2022.pdf Rules 2022 नियम 2022',
      'ruleA.pdf Amendment Rules A सुधारणा नियम A',
      'ruleB.pdf Amendment Rules B सुधारणा नियम B',
    ])
    expect((await admin.get('downloads')).text).toContain(
      'Not on the pages yet: Amendment Rules C, Rules 2021, Rules 2020.',
    )
    const newer = await pdf(2)
    await rules(admin, [{ name: 'ruleA.pdf', content: newer }])
    expect((await get(portal, 'ruleA.pdf')).text, 'a newer one takes its place').toBe(newer.toString())
    expect(portal.services.publicFiles.list()).toHaveLength(5)
  })

  test('a file that is no rule, a second one, or a faulty one keeps all of them off the pages, and is named', async () => {
    const portal = await openPortal()
    const admin = await publisher(portal)
    const content = await pdf()
    const before = portal.rows().public_files
    const refused = await rules(admin, [
      { name: 'ruleA.pdf', content },
      { name: 'rule-a.pdf', content },
      { name: 'gazette.pdf', content },
      { name: 'ruleB.pdf', content: Buffer.from('no PDF') },
    ])
    expect(refused.status).toBe(422)
    for (const fault of ['rule-a.pdf: Two files', 'gazette.pdf: No rule has this name', 'ruleB.pdf: This is not a PDF'])
      expect(refused.text).toContain(fault)
    expect((await rules(admin, [])).text).toContain('Choose a file first')
    expect(portal.rows().public_files).toBe(before)
  })
})

test('a download has a numbered page, and disappears everywhere once it is withdrawn', async () => {
  const portal = await openPortal()
  const admin = await publisher(portal)
  await admin.put(words, [{ name: 'rules.pdf', content: await pdf() }])
  const { id } = portal.services.publicFiles.list()[0]!
  expect(await page(portal, 'download')).toContain(words.titleEn)
  expect(await page(portal, `file?id=${id}&lang=mr`)).toContain(words.titleMr)
  // A search, by a word of the title in either language, of every kind of document.
  const some = words.titleMr.split(' ')[0]!
  const found = await page(portal, `download?q=${encodeURIComponent(some)}`)
  expect([found.includes(words.titleEn), found.includes('1 document found')]).toEqual([true, true])
  const rules = await page(portal, 'download?q=AMENDMENT+rules')
  expect([rules.includes('3 documents found'), rules.includes(words.titleEn)]).toEqual([true, false])
  expect(await page(portal, 'download?q=proforma&lang=mr')).not.toContain('content:')
  expect(await page(portal, 'download?q=%3Cb%3Enothing')).toContain('No document has these words in its title.')
  const bytes = await get(portal, `file/${id}.pdf`)
  expect([bytes.status, bytes.headers['content-disposition']]).toEqual([200, `inline; filename="document-${id}.pdf"`])
  await admin.post('downloads', { intent: 'withdraw', id: String(id) })
  expect(await page(portal, 'download')).not.toContain(words.titleEn)
  expect((await get(portal, `file/${id}.pdf`)).status).toBe(404)
  expect((await browser(portal).get(`file?id=${id}`)).status).toBe(404)
})

test('the page of a document without a number links to all of them', async () => {
  const portal = await openPortal()
  const answer = await browser(portal).get('file')
  expect([answer.status, answer.headers.location]).toEqual([303, '/mbale/candidate/download'])
  for (const id of ['0', '-1', '1 OR 1=1', '99999', '1e3', '../portal.db']) {
    expect((await browser(portal).get(`file?id=${encodeURIComponent(id)}`)).status, id).toBe(404)
  }
})

test('the sweep of unreferenced files leaves published files alone', async () => {
  const portal = await openPortal()
  const admin = await publisher(portal)
  await admin.put(words, [{ name: 'rules.pdf', content: await pdf() }])
  portal.clock.advance(hours(24 * 365 * 5))
  await portal.services.documents.sweep()
  const { id } = portal.services.publicFiles.list()[0]!
  expect((await get(portal, `file/${id}.pdf`)).status).toBe(200)
})

describe('case 31: public files are checked by their content', () => {
  test.each([
    ['a picture', async () => ({ name: 'rules.pdf', content: await png(), type: 'application/pdf' })],
    ['a web page', async () => ({ name: 'rules.pdf', content: Buffer.from('<script>alert(1)</script>') })],
    ['an empty file', async () => ({ name: 'rules.pdf', content: Buffer.alloc(0) })],
    [
      'a PDF that runs a program',
      async () => {
        const document = await PDFDocument.create()
        document.addPage()
        document.addJavaScript('x', 'app.alert(1)')
        return { name: 'rules.pdf', content: Buffer.from(await document.save()) }
      },
    ],
  ])('case 31: %s is refused', async (_, make) => {
    const portal = await openPortal()
    const admin = await publisher(portal)
    const before = await portal.contents()
    const answer = await admin.put(words, [await make()])
    expect([answer.status, Object.keys(faultsOf(answer))]).toEqual([422, ['file']])
    expect(await portal.contents()).toBe(before)
  })

  test('case 21: the original file name appears on no page and in no header', async () => {
    const portal = await openPortal()
    const admin = await publisher(portal)
    const name = '<img src=x onerror=alert(1)>.pdf'
    await admin.put(words, [{ name, content: await pdf() }])
    const { id } = portal.services.publicFiles.list()[0]!
    expect(await page(portal, 'download')).not.toContain('onerror')
    expect((await admin.get('downloads')).text).not.toContain('onerror')
    expect(JSON.stringify((await get(portal, `file/${id}.pdf`)).headers)).not.toContain('onerror')
  })

  test("case 20: an upload without the session's token is refused unread", async () => {
    const portal = await openPortal()
    const admin = await publisher(portal)
    const answer = await admin.put({ _csrf: 'wrong', ...words }, [{ name: 'rules.pdf', content: await pdf() }])
    expect(answer.status).toBe(403)
    expect(portal.rows().public_files).toBe(0)
  })

  test('the brochure and the schedule belong to the portal and cannot be replaced', async () => {
    const portal = await openPortal()
    const admin = await publisher(portal)
    for (const address of ['user_manual.pdf', 'MBA_new_schdule.pdf', '../x.pdf']) {
      const answer = await admin.put({ address, ...words }, [{ name: 'rules.pdf', content: await pdf() }])
      // Without a script the good file has to be chosen again, which the page says beside it.
      expect(Object.keys(faultsOf(answer))).toEqual(['address', 'file'])
    }
  })
})

test('the blank proformas of the course are beside the other downloads, in both languages', async () => {
  const portal = await openPortal()
  for (const language of ['en', 'mr']) {
    const text = await page(portal, `download?lang=${language}`)
    const named = [...text.matchAll(/href="([^"]*proforma-\w+\.pdf)"/g)].map(([, path]) => path!)
    expect(named).toHaveLength(proformaNames.length)
  }
  const answer = await get(portal, 'download/proforma-b1.pdf?lang=mr')
  expect([answer.status, answer.text.slice(0, 5)]).toEqual([200, '%PDF-'])
  expect((await get(portal, 'download/proforma-zz.pdf')).status).toBe(404)
})

test('every PDF in the menu exists in both languages, and the schedule is printed again once it changes', async () => {
  const portal = await openPortal()
  for (const file of publicPdfs) {
    for (const language of ['en', 'mr']) {
      const answer = await get(portal, `${file}?lang=${language}`)
      expect([answer.status, answer.text.slice(0, 5)], file).toEqual([200, '%PDF-'])
    }
  }
  const made = () => portal.services.publicPdf('MBA_new_schdule.pdf', 'en')
  const first = await made()
  expect(await made()).toBe(first)
  portal.services.notices.moveClosings([{ key: 'registration', to: ist('2024-08-15 17:00') }])
  expect(await made()).not.toBe(first)
})
