import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { View } from '#server/domain/site/view.ts'
import { atDesk, type DeskBrowser } from '#tests/support/desk.ts'
import { multipart, type TestFile } from '#tests/support/files.ts'
import { browser, openPortal, viewOf } from '#tests/support/portal.ts'
import { approve, formOf } from '#tests/support/settings.ts'

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: { r: 200, g: 30, b: 30, alpha: 0.5 } } })
const logo = await plain(400, 300)
  .withExif({ IFD0: { Copyright: 'at home' } })
  .png()
  .toBuffer()
const letterhead = await plain(1800, 300).jpeg().toBuffer()

const page = 'settings/pictures'
async function withAdmins() {
  const portal = await openPortal()
  const first = await atDesk(portal, 'admin', 'first')
  /** Sends the form with files, as a browser does: fields first. */
  const send = async (
    admin: DeskBrowser,
    files: readonly TestFile[],
    changes: Record<string, string> = {},
    more: Record<string, string> = {},
  ) => {
    const { csrf } = viewOf<View>(await admin.get('account')).staff!
    const { body, headers } = multipart({ _csrf: csrf, ...formOf(portal, 'pictures', changes), ...more }, files)
    return portal.ask('POST', `${admin.base}${page}`, {
      cookies: { ...admin.jar },
      headers: { accept: 'text/html', 'sec-fetch-site': 'same-origin', ...headers },
      body,
    })
  }
  return { portal, first, second: await atDesk(portal, 'admin', 'second'), send }
}
const file = (part: 'logo' | 'letterhead', content: Buffer, name = `${part}.png`): TestFile => ({
  name,
  content,
  field: `${part}File`,
})

test('a logo and a letterhead head pages and papers once two people have seen them', async () => {
  const { portal, first, second, send } = await withAdmins()
  const seen = await send(first, [file('logo', logo), file('letterhead', letterhead)])
  expect(seen.status, 'looked at first').toBe(409)
  const [kept] = portal.services.cellPictures.of('logo')
  const [wide] = portal.services.cellPictures.of('letterhead')
  const marks = { logo: kept!.mark, letterhead: wide!.mark }
  expect(seen.text).toContain(`settings/picture/${marks.logo}`)
  const picture = await first.get(`settings/picture/${marks.logo}`)
  expect(picture.headers['content-type']).toBe('image/png')
  const drawn = portal.services.cellPictures.find(marks.logo)!
  expect(await sharp(drawn.bytes).metadata()).toMatchObject({ format: 'png', width: 256, height: 192, hasAlpha: true })
  expect((await sharp(drawn.bytes).metadata()).exif).toBeUndefined()
  expect([wide!.width, wide!.height, wide!.mediaType]).toEqual([1600, 267, 'image/jpeg'])
  const paper = await first.get(`settings/paper/${marks.logo}/${marks.letterhead}`)
  expect([paper.status, paper.headers['content-type']]).toEqual([200, 'application/pdf'])

  const other = [file('logo', await plain(200, 200).png().toBuffer())]
  expect((await send(first, other, {}, { confirmed: marks.logo })).status, 'not the picture that was seen').toBe(409)

  // Sent again to confirm, the form has no file any more.
  expect((await send(first, [], marks, { confirmed: 'yes' })).status).toBe(303)
  const { id } = portal.services.settings.waiting({ id: 0, loginName: '', role: 'admin' })[0]!
  await first.post(page, { intent: 'discard', id: String(id) })
  // A page with a script sends the files with it.
  const both = [file('logo', logo), file('letterhead', letterhead)]
  const agreed = { confirmed: `${marks.logo}.${marks.letterhead}` }
  expect((await send(first, both, {}, agreed)).status).toBe(303)
  const home = async () => (await browser(portal).get('home')).text
  expect((await home()).includes('logo-')).toBe(false)
  expect((await browser(portal).get(`logo-${marks.logo}.png`)).status, 'not public before').toBe(404)
  expect((await approve(portal, first, 'pictures')).status, 'the one who proposed it').toBe(403)
  expect((await second.get(page)).text).toContain(`settings/picture/${marks.letterhead}`)
  expect((await approve(portal, second, 'pictures')).status).toBe(303)

  const headed = new RegExp(`<img[^>]* src="/mbale/candidate/logo-${marks.logo}\\.png"`)
  expect(headed.test(await home())).toBe(true)
  const sent = await browser(portal).get(`logo-${marks.logo}.png`)
  expect([sent.status, sent.headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable'])
  const printed = (await portal.services.letterheadPdf('en'))!
  expect(Buffer.from(printed).toString('latin1')).toContain('/DCTDecode')
  expect((await first.get(page)).text).toContain(`Picture ${marks.logo}`)
})

test('a file that is no fitting picture is refused with its reason, and nothing is kept', async () => {
  const { portal, first, send } = await withAdmins()
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  for (const [part, content, words] of [
    ['logo', svg, 'not a JPG, PNG or WebP'],
    ['logo', Buffer.from('%PDF-1.7'), 'not a JPG, PNG or WebP'],
    ['logo', logo.subarray(0, 300), 'damaged, incomplete'],
    ['logo', Buffer.from('GIF89a'), 'not a JPG, PNG or WebP'],
    ['logo', await plain(50, 300).png().toBuffer(), 'at least 96 pixels wide'],
    ['letterhead', await plain(900, 400).png().toBuffer(), '3 times as wide'],
    [
      'logo',
      await sharp({ create: { width: 9000, height: 6000, channels: 3, background: '#fff' } })
        .png()
        .toBuffer(),
      'megapixels',
    ],
  ] as const) {
    const refused = await send(first, [file(part, content, 'logo.png')])
    expect([refused.status, refused.text.includes(words)], words).toEqual([422, true])
  }
  const bold = await send(first, [], { logo: '0123456789abcdef' }, { confirmed: 'yes' })
  expect([bold.status, bold.text.includes('Choose a picture from the list')]).toEqual([422, true])
  expect(portal.services.cellPictures.of('logo')).toEqual([])
  expect((await browser(portal).get('logo-..%2F..%2Fportal.png')).status).toBe(404)
})
