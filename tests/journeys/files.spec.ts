import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import type { DocumentKind } from '#server/domain/application/required-documents.ts'
import { asha } from './applicants'
import { applicationOf, uploads } from './application'
import { startAt } from './head-start'
import { lookAt } from './look'
import { expect, phone, type Setting, test } from './server'
import { type Visitor, visitorOn } from './visitor'

/** Choosing files on a phone: in the page's language, sent when they are chosen, and with a way on after every refusal. */

const onPhone: Setting = { javaScriptEnabled: true, language: 'mr', viewport: phone, hasTouch: true }
const withoutScript: Setting = { ...onPhone, javaScriptEnabled: false, language: 'en' }

const drawn = () => sharp({ create: { width: 1200, height: 1600, channels: 3, background: '#d8d2c0' } })
/** A file of which the device does not know the type. */
const file = (name: string, content: Buffer | string) => ({
  name,
  mimeType: '',
  buffer: Buffer.from(content as string),
})
const photographed = async (name: string) => ({
  name,
  mimeType: 'image/jpeg',
  buffer: await drawn().jpeg().toBuffer(),
})

const kind = 'ssc-marksheet'
const inputOf = (entry: Locator) => entry.locator('form input[type=file]').first()
const chosen = (entry: Locator) =>
  inputOf(entry).evaluate((input: HTMLInputElement) => Array.from(input.files!, ({ name }) => name))

/** The addresses to which this page sends files, from now on. */
function postsOf(page: Page): string[] {
  const posts: string[] = []
  page.on('request', (request) => {
    if (request.headers()['content-type']?.startsWith('multipart/')) posts.push(request.url())
  })
  return posts
}

/** The entry of the SSC marksheet, open, for a candidate who has come to the documents. */
async function openEntry(visitor: Visitor): Promise<Locator> {
  await visitor.open('documents-details')
  return applicationOf(visitor, asha).openDocument(kind)
}

test('nine taps upload all documents: each goes when it is chosen, and the next row opens', async ({
  visit,
  server,
}) => {
  const visitor = visitorOn(await visit(onPhone), onPhone)
  const { page, t, button, main } = visitor
  await startAt(visitor, server, asha, 'photographed')
  await visitor.open('documents-details')
  const application = applicationOf(visitor, asha)
  for (const one of application.documents) {
    const entry = application.documentEntry(one)
    await expect(entry.locator('details').first(), one).toHaveAttribute('open')
    await expect(main().locator('li details[open]')).toHaveCount(1)
    // One tap opens the phone's own picker.
    const picker = page.waitForEvent('filechooser')
    await inputOf(entry).click()
    await (await picker).setFiles((await uploads).scan)
    await application.expectUploaded(one)
    await expect(entry.getByRole('heading')).toBeInViewport()
  }
  await expect(main().locator('li details[open]')).toHaveCount(0)
  await button(t('documents:list.proceed')).click()
  await expect(visitor.title()).toHaveText(t('signedin:menu.payment'))
})

test('an upload is undone in its own row, a replacement brings the earlier file back, and a page can join', async ({
  visit,
  server,
}) => {
  const visitor = visitorOn(await visit(onPhone), onPhone)
  const { t } = visitor
  await startAt(visitor, server, asha, 'photographed')
  const entry = await openEntry(visitor)
  const { expectUploaded, openDocument } = applicationOf(visitor, asha)
  const undo = entry.getByRole('button', { name: t('documents:undo') })

  // A wrong photograph is taken back
  await inputOf(entry).setInputFiles(await photographed('wrong.jpg'))
  await expectUploaded(kind)
  await lookAt(visitor, 'a document just uploaded')
  await undo.click()
  await expect(entry.getByText(t('documents:list.uploaded'), { exact: true })).toHaveCount(0)
  await expect(undo).toHaveCount(0)

  // The right one is photographed page by page
  await openDocument(kind)
  await inputOf(entry).setInputFiles(await photographed('one.jpg'))
  await expectUploaded(kind)
  await entry.getByLabel(t('documents:upload.further')).setInputFiles(await photographed('two.jpg'))
  await openDocument(kind)
  await expect(entry).toContainText(t('documents:file.pages', { count: 2 }))

  // And undoing the second page leaves the first
  await undo.click()
  await expectUploaded(kind)
  await openDocument(kind)
  await expect(entry).toContainText('one.jpg')
  await expect(entry).not.toContainText(t('documents:file.pages', { count: 2 }))
})

test('the buttons of a form under way can still be read', async ({ visit, server }) => {
  const visitor = visitorOn(await visit(onPhone), onPhone)
  await startAt(visitor, server, asha, 'photographed')
  const form = (await openEntry(visitor)).locator('form').first()
  // As between a tap and the arrival of the script that sends: seconds, over a poor network.
  await form.evaluate((element) => element.setAttribute('aria-busy', 'true'))
  await lookAt(visitor, 'a form under way')
})

test('a file that is chosen while another is under way waits for it, and both arrive', async ({ visit, server }) => {
  const visitor = visitorOn(await visit(onPhone), onPhone)
  const { page, t } = visitor
  await startAt(visitor, server, asha, 'photographed')
  await visitor.open('documents-details')
  const { documents, openDocument, expectUploaded, documentEntry } = applicationOf(visitor, asha)
  const [first, second] = documents as [DocumentKind, DocumentKind]
  let letGo = () => {}
  const held = new Promise<void>((done) => {
    letGo = done
  })
  let posts = 0
  await page.route('**/documents-details', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    posts++
    await held
    await route.fallback()
  })
  const same = await photographed('IMG_1.jpg')
  await inputOf(await openDocument(first)).setInputFiles(same)
  await inputOf(await openDocument(second)).setInputFiles(same)
  await expect(documentEntry(second).locator('summary').first()).toContainText(t('documents:upload.waiting'))
  await expect(documentEntry(second).locator('details').first()).toHaveAttribute('open')
  expect(posts).toBe(1)
  letGo()
  await expectUploaded(first)
  await expectUploaded(second)
  expect(posts).toBe(2)
})

test('a file for which there is no room is sent again by itself, and one that finds none at last stays chosen', async ({
  visit,
  server,
}) => {
  const visitor = visitorOn(await visit(onPhone), onPhone)
  const { page, t } = visitor
  await startAt(visitor, server, asha, 'photographed')
  const { openDocument, expectUploaded, documentEntry } = applicationOf(visitor, asha)
  const message = t('http:refusal.busy', { seconds: 1 })
  let [posts, refusals] = [0, Number.POSITIVE_INFINITY]
  await page.route('**/documents-details', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    if (posts++ >= refusals) return route.fallback()
    await route.fulfill({ status: 503, headers: { 'retry-after': '1' }, json: { message } })
  })
  await inputOf(await openEntry(visitor)).setInputFiles(await photographed('IMG_1.jpg'))
  const head = documentEntry(kind).locator('summary').first()
  await expect(head).toContainText(t('documents:upload.busy', { seconds: 1 }))
  await expect(visitor.toast(message)).toBeVisible()
  expect(posts).toBe(5)
  expect(await chosen(documentEntry(kind))).toEqual(['IMG_1.jpg'])
  ;[posts, refusals] = [0, 2]
  await inputOf(await openDocument(kind)).setInputFiles(await photographed('IMG_2.jpg'))
  await expectUploaded(kind)
  expect(posts).toBe(3)
})

test('a refused file leaves the selection, the others stay, and the next choice succeeds', async ({
  visit,
  server,
}) => {
  const visitor = visitorOn(await visit(onPhone), onPhone)
  const { t, problems } = visitor
  await startAt(visitor, server, asha, 'photographed')
  const entry = await openEntry(visitor)
  const { expectUploaded, openDocument } = applicationOf(visitor, asha)
  const name = t(`documents:kind.${kind}`)

  // When the only file is no picture, document and file are named at the top and beside the input, and nothing is left
  await inputOf(entry).setInputFiles(file('fake.jpg', 'no picture'))
  await expect(problems()).toContainText(`${name}, fake.jpg: ${t('unfit:fault.not-a-document')}`)
  await expect(entry.locator('summary').first()).toContainText(t('documents:list.refused'))
  await expect(inputOf(entry)).toBeFocused()
  await expect(inputOf(entry)).toHaveAccessibleDescription(new RegExp(t('unfit:fault.not-a-document').slice(0, 20)))
  expect(await chosen(entry)).toEqual([])

  // When two of three are refused, both are named with their pages, and the third stays
  await inputOf(entry).setInputFiles([
    file('fake.jpg', 'no picture'),
    file('IMG_1.jpg', await drawn().jpeg().toBuffer()),
    file('रिकामी.jpg', ''),
  ])
  await expect(problems().getByRole('listitem')).toHaveCount(2)
  await expect(problems()).toContainText(`${name}, पान 1 (fake.jpg): `)
  await expect(problems()).toContainText(`${name}, पान 3 (रिकामी.jpg): `)
  expect(await chosen(entry)).toEqual(['IMG_1.jpg'])

  // Then a picture that only the device can read is added, and both are uploaded
  await inputOf(entry).setInputFiles(file('IMG_2.avif', await drawn().avif({ effort: 0 }).toBuffer()))
  await expectUploaded(kind)
  await expect(problems()).toHaveCount(0)
  await openDocument(kind)
  await expect(entry).toContainText(t('documents:file.pages', { count: 2 }))
})

test('a PDF above the limit is not even sent: it is named, and a smaller one goes', async ({ visit, server }) => {
  const visitor = visitorOn(await visit(onPhone), onPhone)
  const { t, page, problems } = visitor
  await startAt(visitor, server, asha, 'photographed')
  const entry = await openEntry(visitor)
  const large = {
    name: 'मोठी.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.alloc(2 * 1024 * 1024 + 8192, '%PDF-1.7\n'),
  }
  const posts = postsOf(page)
  await inputOf(entry).setInputFiles(large)
  await expect(problems()).toContainText(`मोठी.pdf: ${t('unfit:fault.pdf-too-large')}`)
  expect(await chosen(entry)).toEqual([])
  expect(posts).toEqual([])
  await inputOf(entry).setInputFiles((await uploads).scan)
  await applicationOf(visitor, asha).expectUploaded(kind)
  await expect(page.getByText('मोठी.pdf')).toHaveCount(0)
})

test('what the server would certainly refuse is refused on the phone, by its content, and nothing is sent', async ({
  visit,
  server,
}) => {
  const visitor = visitorOn(await visit(onPhone), onPhone)
  const { t, page, problems, main, open } = visitor
  await startAt(visitor, server, asha, 'answered')
  await open('photo-details')
  const posts = postsOf(page)
  const picture = main().locator('input[type=file][name=photo]').first()
  const { scan } = await uploads
  const small = await sharp({ create: { width: 120, height: 150, channels: 3, background: '#888' } })
    .png()
    .toBuffer()
  // A PDF under a name of a picture is one still.
  const refused = [
    [scan, t('unfit:fault.not-a-picture')],
    [{ ...scan, name: 'me.jpg', mimeType: 'image/jpeg' }, t('unfit:fault.not-a-picture')],
    [file('empty.jpg', ''), t('unfit:fault.file-empty').slice(0, 20)],
    [file('small.png', small), t('unfit:fault.photo-too-small', { width: 200, height: 250 })],
  ] as const
  for (const [wrong, words] of refused) {
    await picture.setInputFiles(wrong)
    await expect(problems()).toContainText(`${t('documents:kind.photo')}, ${wrong.name}: ${words}`)
    await expect(picture).toBeFocused()
  }
  await lookAt(visitor, 'a photograph refused on the phone')
  expect(posts).toEqual([])
  await picture.setInputFiles(await photographed('me.jpg'))
  await expect(main().getByRole('img', { name: t('documents:photo.alt') })).toBeVisible()
  await expect(problems()).toHaveCount(0)
  expect(posts).toHaveLength(1)

  // And of a document: eleven photographs, or one beside a PDF.
  await startAt(visitor, server, asha, 'photographed')
  const entry = await openEntry(visitor)
  posts.length = 0
  const one = await photographed('page.jpg')
  await inputOf(entry).setInputFiles(Array(11).fill(one))
  await expect(problems()).toContainText(t('unfit:fault.too-many-files', { max: 10 }))
  await openEntry(visitor)
  await inputOf(entry).setInputFiles([one, scan])
  await expect(problems()).toContainText(t('unfit:fault.mixed-files', { names: scan.name }))
  expect(posts).toEqual([])
  // What was said is over once the one that was named is taken out.
  await entry.getByRole('button', { name: t('documents:upload.take-out', { number: 2 }) }).click()
  await expect(problems()).toHaveCount(0)
  await inputOf(entry).setInputFiles([scan, { ...scan, name: 'other.pdf' }])
  await expect(problems()).toContainText(t('unfit:fault.several-pdfs', { names: `${scan.name}, other.pdf` }))
  await entry.getByRole('button', { name: t('documents:upload.take-out', { number: 1 }) }).click()
  await expect(problems()).toHaveCount(0)
  expect(await chosen(entry)).toEqual(['other.pdf'])
})

test('a file that the device no longer gives out is named, and another one can be chosen', async ({
  visit,
  server,
}) => {
  const visitor = visitorOn(await visit(onPhone), onPhone)
  const { t, problems, page } = visitor
  await startAt(visitor, server, asha, 'photographed')
  const entry = await openEntry(visitor)
  const folder = mkdtempSync(path.join(tmpdir(), 'pravesh-moved-'))
  const moved = path.join(folder, 'moved.jpg')
  writeFileSync(moved, await drawn().jpeg().toBuffer())
  // It moves away between the choice and the sending.
  await page.context().setOffline(true)
  await inputOf(entry).setInputFiles(moved)
  await expect(entry.getByRole('alert')).toBeVisible()
  rmSync(folder, { recursive: true })
  await page.context().setOffline(false)
  await expect(problems()).toContainText(`moved.jpg: ${t('unfit:fault.file-unreadable')}`)
  expect(await chosen(entry)).toEqual([])
  await inputOf(entry).setInputFiles((await uploads).scan)
  await applicationOf(visitor, asha).expectUploaded(kind)
})

test('the camera looks like the files, in the language of the page, and both can be reached by keyboard', async ({
  visit,
  server,
}) => {
  const visitor = visitorOn(await visit(onPhone), onPhone)
  const { t, page } = visitor
  await startAt(visitor, server, asha, 'photographed')
  const entry = await openEntry(visitor)
  for (const words of [t('files:choose-held'), t('files:camera')]) {
    const button = entry.locator('.files label', { hasText: words })
    await expect(button.locator('svg')).toBeVisible()
    await expect(button).toHaveText(words, { useInnerText: true })
    const control = button.locator('xpath=preceding-sibling::input')
    await control.focus()
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Tab')
    await expect(control).toBeFocused()
    expect(await button.evaluate((label) => getComputedStyle(label).outlineStyle)).toBe('solid')
  }
  await inputOf(entry).setInputFiles((await uploads).scan)
  await applicationOf(visitor, asha).openDocument(kind)
  await expect(entry).toContainText('गुणपत्रिका scan.pdf')
})

test('without a script the files are chosen by the browser, a refusal names them too, and an upload is undone', async ({
  visit,
  server,
}) => {
  const visitor = visitorOn(await visit(withoutScript), withoutScript)
  const { t, problems } = visitor
  await startAt(visitor, server, asha, 'photographed')
  const entry = await openEntry(visitor)
  const { sendDocument, expectUploaded, openDocument } = applicationOf(visitor, asha)
  const { scan } = await uploads
  await expect(inputOf(entry)).toHaveCSS('opacity', '1')
  await inputOf(entry).setInputFiles([file('fake.jpg', 'no picture'), scan])
  await sendDocument(kind)
  await expect(problems()).toContainText(`${t(`documents:kind.${kind}`)}, page 1 (fake.jpg): `)
  await inputOf(entry).setInputFiles(scan)
  await sendDocument(kind)
  await expectUploaded(kind)
  await lookAt(visitor, 'a document uploaded without a script')
  await entry.getByRole('button', { name: t('documents:undo') }).click()
  await expect(entry.getByText(t('documents:list.uploaded'), { exact: true })).toHaveCount(0)
  await openDocument(kind)
  await expect(inputOf(entry)).toBeVisible()
})
