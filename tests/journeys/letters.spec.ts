import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { PDFDocument } from '@cantoo/pdf-lib'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { logKeyOf } from '#server/adapters/log-files.ts'
import { qrModules } from '#server/documents/qr-code.ts'
import { toBase64Url, tokenPart } from '#server/domain/log/letter.ts'
import { hours } from '#server/kernel/time.ts'
import { expectNoSidewaysScroll, lookAt } from './look'
import { become } from './people'
import { expect, phone, type Setting, settingName, test } from './server'
import { visitorOn } from './visitor'

const inMarathi: Setting = { javaScriptEnabled: true, language: 'mr', viewport: phone }
const narrow: Setting = { javaScriptEnabled: true, language: 'en', viewport: { width: 320, height: 640 } }
/** The first paper of a server waits for its press. */
const slowly = { timeout: 60_000 }

type Paper = { pdf: Buffer; code: string }

/** A paper of a persona, with the credential that is in its large code. */
async function paperOf(page: Page, persona: string, address: string, course = 'mbale'): Promise<Paper> {
  await become(page, persona, course)
  const paper = await page.request.get(`/${course}/candidate/${address}`, slowly)
  expect([persona, address, paper.status()]).toEqual([persona, address, 200])
  const pdf = await paper.body()
  const attached = (await PDFDocument.load(pdf)).getAttachments()
  const whole = Buffer.from(attached.find(({ name }) => name === 'letter.sd-jwt')!.data).toString()
  // The paper shows name and seat; the file within the PDF has the rest as well.
  return { pdf, code: `${whole.split('~').slice(0, 3).join('~')}~` }
}

/** The last page of a PDF, which has the large code, as a screen shows it. */
function shown(pdf: Buffer): Buffer {
  const folder = mkdtempSync(path.join(tmpdir(), 'pravesh-letter-'))
  try {
    writeFileSync(path.join(folder, 'letter.pdf'), pdf)
    execFileSync('pdftoppm', ['-r', '150', '-png', 'letter.pdf', 'page'], { cwd: folder })
    const pages = readdirSync(folder).filter((name) => name.endsWith('.png'))
    return readFileSync(path.join(folder, pages.sort().at(-1)!))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** A page as a hand-held camera takes it: not straight, a little blurred, in uneven light, as JPEG. */
const photographed = (page: Buffer): Promise<Buffer> =>
  sharp(page).rotate(3, { background: '#777' }).blur(0.7).modulate({ brightness: 0.8 }).jpeg({ quality: 70 }).toBuffer()

/** A picture of a code, each module of four pixels within a white edge. */
function codeOf(text: string): Promise<Buffer> {
  const modules = qrModules(text, 'medium')
  const [side, scale] = [modules.length, 4]
  const pixels = Buffer.from(modules.flat().map((isDark) => (isDark ? 0 : 255)))
  return sharp(pixels, { raw: { width: side, height: side, channels: 1 } })
    .resize(side * scale, side * scale, { kernel: 'nearest' })
    .extend({ top: 16, bottom: 16, left: 16, right: 16, background: '#fff' })
    .png()
    .toBuffer()
}

/**
 * The same letter under a number that the portal never gave, truly signed five minutes ago: what a letter is whose seat was lost since,
 * because the portal signs none of those anew.
 */
function revokedSince(code: string, folder: string): string {
  const [jwt, ...disclosures] = code.split('~')
  const [head, body] = jwt!.split('.')
  const said = JSON.parse(Buffer.from(body!, 'base64url').toString()) as { status: { status_list: { idx: number } } }
  said.status.status_list.idx = 0
  const payload = tokenPart({ ...said, iat: Math.floor(Date.now() / 1000) - 300 })
  const key = logKeyOf(readFileSync(path.join(folder, 'mbale', 'public-log.key'), 'utf8').trim())
  return [`${head}.${payload}.${toBase64Url(key.sign(Buffer.from(`${head}.${payload}`)))}`, ...disclosures].join('~')
}

/** Another name in place of the one that was signed. */
function withName(code: string, name: string): string {
  const [jwt, ...disclosures] = code.split('~')
  const changed = disclosures.map((one) => {
    if (!one) return one
    const [salt, fact, value] = JSON.parse(Buffer.from(one, 'base64url').toString()) as [string, string, unknown]
    return Buffer.from(JSON.stringify([salt, fact, fact === 'name' ? name : value])).toString('base64url')
  })
  return [jwt, ...changed].join('~')
}

/** What the page does with pictures, pasted codes and addresses, and what it says. */
async function checker(page: Page, setting: Setting) {
  const visitor = visitorOn(page, setting)
  const { t, field, button } = visitor
  return {
    visitor,
    verdict: (words: string) => expect(visitor.main().getByRole('status').first()).toContainText(words),
    async paste(text: string): Promise<void> {
      await field(t('letters:code')).fill(text)
      await button(t('letters:check')).click()
    },
    choose: (name: string, buffer: Buffer, mimeType = 'image/png') =>
      field(t('letters:picture')).setInputFiles({ name, mimeType, buffer }),
    /** This device now has all that it needs without a network. */
    isKept: () =>
      expect(visitor.main().getByRole('status').last()).toContainText(t('letters:kept-about').split('{{')[0]!.trim()),
    /** The names of the facts that are shown. */
    facts: () => visitor.main().locator('dt').allInnerTexts(),
  }
}

for (const setting of [inMarathi, narrow]) {
  test(`a letter is checked on a phone, with a network and without: genuine, altered, revoked · ${settingName(setting)}`, async ({
    visit,
    askLaterServer,
  }) => {
    test.slow()
    const laterServer = await askLaterServer()
    const own = await visit(setting, { on: laterServer })
    const letter = await paperOf(own, 'auto-frozen', 'allotment/letter-1.pdf')
    const admission = await paperOf(own, 'admitted', 'self-arc-home/receipt.pdf')
    const revoked = revokedSince(letter.code, laterServer.folder)
    // Round 2 gave this candidate a better seat: the letter of round 1 is signed no more.
    await become(own, 'betterment-upgraded')
    const replaced = await own.request.get('/mbale/candidate/allotment/letter-1.pdf', slowly)
    expect((await PDFDocument.load(await replaced.body())).getAttachments()).toEqual([])
    const elsewhere = await paperOf(own, 'auto-frozen', 'allotment/letter-1.pdf', 'scd')
    const screenshot = shown(letter.pdf)
    const photo = await photographed(screenshot)

    const page = await visit(setting, { on: laterServer, hasWorker: true, mayLog: /stays without its script/ })
    const { visitor, verdict, paste, choose, facts, isKept } = await checker(page, setting)
    const { t, button } = visitor
    const sent: string[] = []
    page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`))

    /** Letters as text, and what is none. */
    async function checkTexts(): Promise<void> {
      await expect(button(t('letters:check'))).toBeEnabled()
      await paste(letter.code)
      await verdict(t('letters:genuine'))
      await paste(withName(letter.code, 'Somebody Else'))
      await verdict(t('letters:fault.disclosure'))
      await paste(letter.code.replace(/\.([A-Za-z0-9_-])/, (_, first) => `.${first === 'e' ? 'f' : 'e'}`))
      await verdict(t('letters:false'))
      await paste(revoked)
      await verdict(t('letters:fault.revoked'))
      await paste('https://example.org/')
      await verdict(t('letters:fault.no-letter'))
    }

    /** Letters as pictures: a screenshot, a photo, a forgery, another portal's, and what is none. */
    async function checkPictures(): Promise<void> {
      await choose('Screenshot.png', screenshot)
      await verdict(t('letters:genuine'))
      expect(await facts()).toEqual(
        (['name', 'seat', 'what', 'printed', 'as-of-label'] as const).map((key) => t(`letters:${key}`)),
      )
      await choose('IMG_0042.png', await codeOf(`https://x.example/check-letter#${revoked}`))
      await verdict(t('letters:fault.revoked'))
      await choose('IMG_0043.jpg', photo, 'image/jpeg')
      await verdict(t('letters:genuine'))
      const forged = await codeOf(`https://x.example/check-letter#${withName(letter.code, 'Somebody Else')}`)
      await choose('Forged.png', forged)
      await verdict(t('letters:fault.disclosure'))
      await choose('Elsewhere.png', shown(elsewhere.pdf))
      await verdict(t('letters:fault.other-portal', { issuer: `${laterServer.url}/scd/candidate` }))
      await choose(
        'Sunset.png',
        await sharp({ create: { width: 300, height: 300, channels: 3, background: '#c64' } })
          .png()
          .toBuffer(),
      )
      await verdict(t('letters:unread.no-code'))
      await choose('Notes.png', Buffer.from('no picture'))
      await verdict(t('letters:unread.no-picture'))
      await choose('Admission.png', shown(admission.pdf))
      await verdict(t('letters:kind.admission-receipt'))
    }

    await visitor.open('check-letter')
    await lookAt(visitor, 'the page that checks letters')
    await checkTexts()
    await lookAt(visitor, 'a letter refused')
    await checkPictures()
    // As a phone opens it from the QR.
    await page.goto('/mbale/candidate/home')
    await visitor.open(`check-letter#${letter.code}`)
    await verdict(t('letters:genuine'))
    await lookAt(visitor, 'a letter believed')
    await expectNoSidewaysScroll(visitor, 'a letter believed')
    for (const request of sent)
      expect(request, 'nothing of the letter is sent').not.toContain(letter.code.slice(100, 160))

    // Kept by the phone, with the check itself and what reads pictures: it says so when all of it is there.
    await isKept()
    await page.context().setOffline(true)
    await page.goto('about:blank')
    await visitor.open(`check-letter#${letter.code}`)
    await verdict(t('letters:genuine'))
    await checkTexts()
    await checkPictures()

    // A key that was replaced the day before: what it signs afterwards is not believed.
    await page.evaluate(async (ago) => {
      const cache = await caches.open('letters')
      const [address] = await cache.keys()
      const book = (await (await cache.match(address!))!.json()) as { keys: { until: number | null }[] }
      book.keys[0]!.until = Date.now() - ago
      await cache.put(address!, new Response(JSON.stringify(book)))
    }, hours(24))
    await page.reload()
    await visitor.ready()
    await verdict(t('letters:fault.old-key', { at: '' }).split(' ').slice(-6).join(' '))
    await page.context().setOffline(false)
  })
}

test('a day later, without a network, the page says that nobody can say if a letter was revoked since', async ({
  visit,
  askLaterServer,
}) => {
  const laterServer = await askLaterServer()
  const letter = await paperOf(await visit(inMarathi, { on: laterServer }), 'auto-frozen', 'allotment/letter-1.pdf')
  const page = await visit(narrow, { on: laterServer, hasWorker: true, mayLog: /stays without its script/ })
  const { visitor, verdict, facts, isKept } = await checker(page, narrow)
  await visitor.open(`check-letter#${letter.code}`)
  await verdict(visitor.t('letters:genuine'))
  await isKept()
  await page.context().setOffline(true)
  await page.clock.setFixedTime(Date.now() + hours(24) + 60_000)
  await page.reload()
  await visitor.ready()
  await verdict(visitor.t('letters:unsure'))
  // What was signed is shown; the list that has expired is not among it.
  expect(await facts()).toEqual(
    (['name', 'seat', 'what', 'printed'] as const).map((key) => visitor.t(`letters:${key}`)),
  )
  await page.context().setOffline(false)
})
