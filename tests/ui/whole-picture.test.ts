import sharp from 'sharp'
import { expect, test } from 'vitest'
import { isWholePicture } from '#pages/ui/browser/whole-picture.ts'

const noise = () =>
  sharp({
    create: {
      width: 320,
      height: 400,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  })
const pictures: Record<string, () => Promise<Buffer>> = {
  'a JPEG': () => noise().jpeg().toBuffer(),
  'a JPEG of several passes': () => noise().jpeg({ progressive: true }).toBuffer(),
  'a JPEG with facts': () =>
    noise()
      .withExif({ IFD0: { Make: 'A phone' } })
      .jpeg()
      .toBuffer(),
  'a PNG': () => noise().png().toBuffer(),
  'a WebP': () => noise().webp().toBuffer(),
}
const isWhole = (bytes: Buffer) => isWholePicture(new Blob([new Uint8Array(bytes)]))

test.each(Object.entries(pictures))(
  '%s is whole, also with something behind it, and broken off it is not',
  async (_, made) => {
    const bytes = await made()
    expect(await isWhole(bytes)).toBe(true)
    for (const behind of [Buffer.alloc(2000), Buffer.from('....ftypmp42'), Buffer.from([0xff, 0xda, 0, 8, 1])])
      expect(await isWhole(Buffer.concat([bytes, behind]))).toBe(true)
    for (const part of [0.02, 0.3, 0.5, 0.9, 0.999])
      expect(await isWhole(bytes.subarray(0, bytes.length * part)), String(part)).toBe(false)
  },
)

test('a JPEG that breaks off after a small picture of itself is not whole', async () => {
  const [small, whole] = [await noise().resize(40).jpeg().toBuffer(), await pictures['a JPEG']!()]
  const half = whole.subarray(2, whole.length / 2)
  const head = Buffer.from([0xff, 0xe1, (small.length + 2) >> 8, (small.length + 2) & 0xff])
  expect(await isWhole(Buffer.concat([whole.subarray(0, 2), head, small, half]))).toBe(false)
  expect(await isWhole(Buffer.concat([whole.subarray(0, 2), head, small, whole.subarray(2)]))).toBe(true)
})

test('a format without an end is left to whoever reads it', async () => {
  expect(await isWhole(Buffer.from('GIF89a'))).toBe(true)
  expect(await isWhole(Buffer.alloc(0))).toBe(true)
})
