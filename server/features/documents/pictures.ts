import sharp, { type Sharp } from 'sharp'
import { documentRules, maxMegapixels, type PictureKind, pictureRules } from '../../domain/application/document-rules'
import { ok, type Result } from '../../kernel/result'
import { unfit } from './unfit'

// Decode one picture at a time and cache none, so that the memory of a large one is freed at once.
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

/** `truncated` refuses half a picture but tolerates the harmless faults of some phone cameras. */
const decoder = (path: string): Sharp =>
  sharp(path, { limitInputPixels: maxMegapixels * 1e6, failOn: 'truncated', sequentialRead: true, pages: 1 })
    .autoOrient()
    .timeout({ seconds: 30 })

/** Width and height as displayed, from the file's header alone. */
async function sizeOf(path: string): Promise<Result<{ width: number; height: number }>> {
  const found = await sharp(path, { limitInputPixels: false })
    .metadata()
    .catch(() => null)
  if (!found?.width || !found.height) return unfit('picture-unreadable')
  if (found.width * found.height > maxMegapixels * 1e6) return unfit('picture-too-many-pixels', { max: maxMegapixels })
  return ok({ width: found.autoOrient.width, height: found.autoOrient.height })
}

/**
 * The first attempt that fits, as JPEG, without the file's metadata (place, device). Skips the next attempt if one is
 * far too large.
 */
async function within(maxBytes: number, attempts: (() => Sharp)[]): Promise<Result<Buffer>> {
  const last = attempts.length - 1
  for (let at = 0; at <= last; ) {
    // Only the upload can cause a failure here: the picture is damaged or is another type of file.
    const made = await attempts[at]!()
      .toBuffer()
      .catch(() => null)
    if (!made) break
    if (made.length <= maxBytes) return ok(made)
    const stride = Math.floor(made.length / maxBytes)
    at = at === last ? last + 1 : Math.min(last, at + Math.max(1, stride))
  }
  return unfit('picture-unreadable')
}

/**
 * A photograph of a document → JPEG, upright, legible, at most `maxBytes`. JPEG rather than PDF, because every phone
 * shows it inside a page, where many can only download a PDF.
 */
export async function documentPicture(path: string, maxBytes: number): Promise<Result<Buffer>> {
  const size = await sizeOf(path)
  if (!size.ok) return size
  const { width, height } = size.value
  const { minLongSide, minShortSide } = documentRules
  if (Math.max(width, height) < minLongSide || Math.min(width, height) < minShortSide)
    return unfit('page-too-small', { long: minLongSide, short: minShortSide, width, height })
  return within(
    maxBytes,
    pageSizes.map(({ side, quality }) => () => {
      return decoder(path)
        .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
        .flatten({ background: '#fff' })
        .toColourspace('srgb')
        .jpeg({ quality })
    }),
  )
}

/** Photograph or signature → JPEG of the size and shape that printed documents have room for; the rest is cropped. */
export async function candidatePicture(path: string, kind: PictureKind): Promise<Result<Buffer>> {
  const size = await sizeOf(path)
  if (!size.ok) return size
  const rule = pictureRules[kind]
  if (size.value.width < rule.minWidth || size.value.height < rule.minHeight)
    return unfit(`${kind}-too-small`, { width: rule.minWidth, height: rule.minHeight })
  const { width, height } = rule
  return within(
    rule.maxBytes,
    pictureQualities.map((quality) => () => {
      return decoder(path)
        .resize({ width, height, fit: kind === 'photo' ? 'cover' : 'contain', background: '#fff' })
        .flatten({ background: '#fff' })
        .toColourspace('srgb')
        .jpeg({ quality })
    }),
  )
}
