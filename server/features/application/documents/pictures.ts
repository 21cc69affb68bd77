import sharp, { type Sharp } from 'sharp'
import {
  documentRules,
  maxMegapixels,
  type PictureKind,
  pictureRules,
} from '#server/domain/application/document-rules.ts'
import { faultOfPixels, type Takes } from '#server/domain/application/file-at-sight.ts'
import {
  type CellPicture,
  pictureRules as cellPictureRules,
  leastLetterheadRatio,
  type PicturePart,
} from '#server/domain/season/cell-pictures.ts'
import { createBudget } from '#server/kernel/budget.ts'
import { ok, type Result } from '#server/kernel/result.ts'
import { withEnd } from './jpeg-end'
import { unfit } from './unfit'

// The memory of a picture is freed at once.
sharp.cache(false)
sharp.concurrency(1)

/** Page sizes to try until a picture fits its limit, from the most legible to the least. */
const pageSizes = [
  { side: documentRules.longestSide, quality: 82 },
  { side: documentRules.longestSide, quality: 68 },
  { side: 1800, quality: 65 },
  { side: 1600, quality: 55 },
  { side: 1400, quality: 45 },
  { side: 1200, quality: 35 },
]
const pictureQualities = [88, 78, 68, 55, 40, 25]

/** Pixels that are decoded at once, for the memory that they take: half of the largest picture, which is decoded alone. */
const decoded = createBudget((maxMegapixels * 1e6) / 2)

type Source = { picture: string | Buffer; failOn: 'truncated' | 'none' }

/** `truncated` refuses half a picture but tolerates the harmless faults of some phone cameras. */
const decoder = ({ picture, failOn }: Source): Sharp =>
  sharp(picture, { limitInputPixels: maxMegapixels * 1e6, failOn, sequentialRead: true, pages: 1 })
    .autoOrient()
    .timeout({ seconds: 30 })

/** Width and height as displayed, from the file's header alone; refused if they do not fit this use. */
async function sizeOf(path: string, takes: Takes): Promise<Result<{ width: number; height: number }>> {
  const found = await sharp(path, { limitInputPixels: false })
    .metadata()
    .catch(() => null)
  if (!found?.width || !found.height) return unfit('picture-unreadable')
  const { width, height } = found.autoOrient
  const fault = faultOfPixels(takes, { width, height })
  return fault ? unfit(fault.code, fault.params) : ok({ width, height })
}

/**
 * The first attempt that fits, as JPEG, without the file's metadata (place, device). Skips the next attempt if one is
 * far too large.
 */
async function within(
  path: string,
  maxBytes: number,
  attempts: ((source: Source) => Sharp)[],
): Promise<Result<Buffer>> {
  const last = attempts.length - 1
  let source: Source = { picture: path, failOn: 'truncated' }
  for (let at = 0; at <= last; ) {
    // Only the upload can cause a failure here: the picture is damaged or is another type of file.
    const made = await attempts[at]!(source)
      .toBuffer()
      .catch(() => null)
    if (made && made.length <= maxBytes) return ok(made)
    if (made) {
      const stride = Math.floor(made.length / maxBytes)
      at = at === last ? last + 1 : Math.min(last, at + Math.max(1, stride))
      continue
    }
    const ended = source.failOn === 'truncated' ? await withEnd(path) : null
    if (!ended) break
    source = { picture: ended, failOn: 'none' }
  }
  return unfit('picture-unreadable')
}

/**
 * A photograph of a document → JPEG, upright, legible, at most `maxBytes`. JPEG rather than PDF, because every phone
 * shows it inside a page, where many can only download a PDF.
 */
export async function documentPicture(path: string, maxBytes: number): Promise<Result<Buffer>> {
  const size = await sizeOf(path, 'document')
  if (!size.ok) return size
  const attempts = pageSizes.map(
    ({ side, quality }) =>
      (source: Source) =>
        decoder(source)
          .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
          .flatten({ background: '#fff' })
          .toColourspace('srgb')
          .jpeg({ quality }),
  )
  return decoded.spend(size.value.width * size.value.height, () => within(path, maxBytes, attempts))
}

/** Photograph or signature → JPEG of the size and shape that printed documents have room for; the rest is cropped. */
export async function candidatePicture(path: string, kind: PictureKind): Promise<Result<Buffer>> {
  const size = await sizeOf(path, kind)
  if (!size.ok) return size
  const rule = pictureRules[kind]
  const { width, height } = rule
  const attempts = pictureQualities.map(
    (quality) => (source: Source) =>
      decoder(source)
        .resize({ width, height, fit: kind === 'photo' ? 'cover' : 'contain', background: '#fff' })
        .flatten({ background: '#fff' })
        .toColourspace('srgb')
        .jpeg({ quality }),
  )
  return decoded.spend(size.value.width * size.value.height, () => within(path, rule.maxBytes, attempts))
}

/** Colours of a palette to try until a logo fits its limit. */
const palettes = [256, 128, 64, 32, 16]

/**
 * A picture of the cell, drawn anew without the file's metadata: a logo as PNG, clear where it was clear; a letterhead as
 * JPEG on white. Never enlarged.
 */
export async function cellPicture(
  path: string,
  part: PicturePart,
): Promise<Result<Pick<CellPicture, 'mediaType' | 'width' | 'height' | 'bytes'>>> {
  const size = await sizeOf(path, 'picture')
  if (!size.ok) return size
  const rule = cellPictureRules[part]
  if (size.value.width < rule.minWidth || size.value.height < rule.minHeight)
    return unfit(`${part}-too-small`, { width: rule.minWidth, height: rule.minHeight })
  if (part === 'letterhead' && size.value.width < leastLetterheadRatio * size.value.height)
    return unfit('letterhead-too-high', { times: leastLetterheadRatio })
  const fitted = (source: Source) =>
    decoder(source)
      .resize({ width: rule.width, height: rule.height, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
  const attempts =
    part === 'logo'
      ? palettes.map(
          (colours) => (source: Source) => fitted(source).png({ palette: true, colours, compressionLevel: 9 }),
        )
      : pictureQualities.map(
          (quality) => (source: Source) => fitted(source).flatten({ background: '#fff' }).jpeg({ quality }),
        )
  const made = await decoded.spend(size.value.width * size.value.height, () => within(path, rule.maxBytes, attempts))
  if (!made.ok) return made
  const { width, height } = await sharp(made.value).metadata()
  return ok({ mediaType: part === 'logo' ? 'image/png' : 'image/jpeg', width, height, bytes: made.value })
}
