import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Locator } from '@playwright/test'
import sharp from 'sharp'
import { asha } from './applicants'
import { applicationOf, uploads } from './application'
import { startAt } from './head-start'
import { expect, phone, type Setting, test } from './server'
import { type Visitor, visitorOn } from './visitor'

/** Choosing files on a phone: in the page's language, and with a way on after every refusal. */

const onPhone: Setting = { javaScriptEnabled: true, language: 'mr', viewport: phone, hasTouch: true }
const withoutScript: Setting = { ...onPhone, javaScriptEnabled: false, language: 'en' }

const drawn = () => sharp({ create: { width: 1200, height: 1600, channels: 3, background: '#d8d2c0' } })
/** A file of which the device does not know the type. */
const file = (name: string, content: Buffer | string) => ({
  name,
  mimeType: '',
  buffer: Buffer.from(content as string),
})

const kind = 'ssc-marksheet'
const inputOf = (entry: Locator) => entry.locator('input[type=file]').first()
const chosen = (entry: Locator) =>
  inputOf(entry).evaluate((input: HTMLInputElement) => Array.from(input.files!, ({ name }) => name))

/** The entry of the SSC marksheet, open, for a candidate who has come to the documents. */
async function openEntry(visitor: Visitor): Promise<Locator> {
  await visitor.open('documents-details')
  const entry = applicationOf(visitor, asha).documentEntry(kind)
  await entry.locator('summary').click()
  return entry
}

test('a refused file leaves the selection, the others stay, and the next choice succeeds', async ({
  visit,
  server,
}) => {
  const visitor = visitorOn(await visit(onPhone), onPhone)
  const { t, problems } = visitor
  await startAt(visitor, server, asha, 'photographed')
  const entry = await openEntry(visitor)
  const { sendDocument, expectUploaded } = applicationOf(visitor, asha)
  const name = t(`documents:kind.${kind}`)

  // When the only file is no picture, the summary names document and file, and nothing is left
  await inputOf(entry).setInputFiles(file('fake.jpg', 'no picture'))
  await sendDocument(kind)
  await expect(problems()).toContainText(`${name}, fake.jpg: ${t('documents:fault.not-a-document')}`)
  expect(await chosen(entry)).toEqual([])

  // When two of three are refused, both are named with their pages, and the third stays
  await inputOf(entry).setInputFiles([
    file('fake.jpg', 'no picture'),
    file('IMG_1.jpg', await drawn().jpeg().toBuffer()),
    file('रिकामी.jpg', ''),
  ])
  await sendDocument(kind)
  await expect(problems().getByRole('listitem')).toHaveCount(2)
  await expect(problems()).toContainText(`${name}, पान 1 (fake.jpg): `)
  await expect(problems()).toContainText(`${name}, पान 3 (रिकामी.jpg): `)
  expect(await chosen(entry)).toEqual(['IMG_1.jpg'])

  // Then a picture that only the device can read is added, and both are uploaded
  await inputOf(entry).setInputFiles(file('IMG_2.avif', await drawn().avif({ effort: 0 }).toBuffer()))
  expect(await chosen(entry)).toEqual(['IMG_1.jpg', 'IMG_2.avif'])
  await sendDocument(kind)
  await expectUploaded(kind)
  await expect(entry).toContainText(t('documents:file.pages', { count: 2 }))
})

test('a file that the device no longer gives out is named, and another one can be chosen', async ({
  visit,
  server,
}) => {
  const visitor = visitorOn(await visit(onPhone), onPhone)
  const { t, problems } = visitor
  await startAt(visitor, server, asha, 'photographed')
  const entry = await openEntry(visitor)
  const { sendDocument, expectUploaded } = applicationOf(visitor, asha)
  const folder = mkdtempSync(path.join(tmpdir(), 'pravesh-moved-'))
  const moved = path.join(folder, 'moved.jpg')
  writeFileSync(moved, await drawn().jpeg().toBuffer())
  await inputOf(entry).setInputFiles(moved)
  rmSync(folder, { recursive: true })
  await sendDocument(kind)
  await expect(problems()).toContainText(t('files:unreadable', { name: 'moved.jpg' }))
  expect(await chosen(entry)).toEqual([])
  await inputOf(entry).setInputFiles((await uploads).scan)
  await sendDocument(kind)
  await expectUploaded(kind)
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
  await expect(entry).toContainText('गुणपत्रिका scan.pdf')
})

test('without a script the files are chosen by the browser, and a refusal names them too', async ({
  visit,
  server,
}) => {
  const visitor = visitorOn(await visit(withoutScript), withoutScript)
  const { t, problems } = visitor
  await startAt(visitor, server, asha, 'photographed')
  const entry = await openEntry(visitor)
  const { sendDocument, expectUploaded } = applicationOf(visitor, asha)
  const { scan } = await uploads
  await expect(inputOf(entry)).toHaveCSS('opacity', '1')
  await inputOf(entry).setInputFiles([file('fake.jpg', 'no picture'), scan])
  await sendDocument(kind)
  await expect(problems()).toContainText(`${t(`documents:kind.${kind}`)}, page 1 (fake.jpg): `)
  await inputOf(entry).setInputFiles(scan)
  await sendDocument(kind)
  await expectUploaded(kind)
})
