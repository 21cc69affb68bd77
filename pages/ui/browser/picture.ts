import { isWholePicture } from './whole-picture'

/** The part of a picture to keep, as fractions of its width and height. */
export type Crop = { left: number; top: number; width: number; height: number }

/**
 * Opens the picture in a file, upright; null if the browser cannot read it. Revoke the object URL in `src` afterwards.
 */
function openPicture(file: File): Promise<HTMLImageElement | null> {
  return new Promise((resolve) => {
    const image = new Image()
    image.onload = () => resolve(image.naturalWidth > 0 ? image : null)
    image.onerror = () => resolve(null)
    image.src = URL.createObjectURL(file)
  })
}

/** Width and height of a picture as it is shown; null if the browser cannot read it. Does not decode it. */
export async function sizeOf(file: File): Promise<{ width: number; height: number } | null> {
  const image = await openPicture(file)
  if (!image) return null
  URL.revokeObjectURL(image.src)
  return { width: image.naturalWidth, height: image.naturalHeight }
}

const asJpeg = (canvas: HTMLCanvasElement, quality: number) =>
  new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))

/** A part of a picture on white, at this size in pixels; null without a canvas. */
function drawn(image: HTMLImageElement, crop: Crop, width: number, height: number): CanvasRenderingContext2D | null {
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(width))
  canvas.height = Math.max(1, Math.round(height))
  const context = canvas.getContext('2d')
  if (!context) return null
  const { naturalWidth, naturalHeight } = image
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(
    image,
    crop.left * naturalWidth,
    crop.top * naturalHeight,
    crop.width * naturalWidth,
    crop.height * naturalHeight,
    0,
    0,
    canvas.width,
    canvas.height,
  )
  return context
}

async function draw(image: HTMLImageElement, crop: Crop, width: number, height: number): Promise<Blob | null> {
  const context = drawn(image, crop, width, height)
  return context && asJpeg(context.canvas, 0.88)
}

const named = (blob: Blob, file: File) => new File([blob], file.name, { type: blob.type })

const whole: Crop = { left: 0, top: 0, width: 1, height: 1 }

/**
 * The picture as JPEG, at most so many pixels long; null if the browser cannot read it, which may know formats that the
 * portal does not, or if it breaks off.
 */
export async function redraw(file: File, longestSide: number): Promise<File | null> {
  if (!(await isWholePicture(file))) return null
  const image = await openPicture(file)
  if (!image) return null
  const scale = Math.min(1, longestSide / Math.max(image.naturalWidth, image.naturalHeight))
  const drawn = await draw(image, whole, image.naturalWidth * scale, image.naturalHeight * scale)
  URL.revokeObjectURL(image.src)
  return drawn && named(drawn, file)
}

/** The pixels of a picture, this many on its longest side; null if the browser cannot read it. */
export async function pixelsOf(file: File, longestSide: (own: number) => number): Promise<ImageData | null> {
  const image = await openPicture(file)
  if (!image) return null
  const { naturalWidth, naturalHeight } = image
  const own = Math.max(naturalWidth, naturalHeight)
  const scale = longestSide(own) / own
  const context = drawn(image, whole, naturalWidth * scale, naturalHeight * scale)
  URL.revokeObjectURL(image.src)
  return context?.getImageData(0, 0, context.canvas.width, context.canvas.height) ?? null
}

/**
 * Cuts out a part of a picture, at most `maxWidth` pixels wide. `chosen`: null for the largest part of this shape (width ÷
 * height). A picture that breaks off stays as it is.
 */
export async function cut(file: File, chosen: Crop | null, shape: number, maxWidth: number): Promise<File> {
  if (!(await isWholePicture(file))) return file
  const image = await openPicture(file)
  if (!image) return file
  const crop = chosen ?? firstCrop({ width: image.naturalWidth, height: image.naturalHeight }, shape)
  const width = crop.width * image.naturalWidth
  const height = crop.height * image.naturalHeight
  const scale = Math.min(1, maxWidth / width)
  const drawn = await draw(image, crop, width * scale, height * scale)
  URL.revokeObjectURL(image.src)
  return drawn ? named(drawn, file) : file
}

/** The largest frame of a shape (width ÷ height) that fits the picture, centred but a little high, for faces. */
export function firstCrop(picture: { width: number; height: number }, shape: number): Crop {
  const width = Math.min(1, (shape * picture.height) / picture.width)
  const height = (width * picture.width) / shape / picture.height
  return { left: (1 - width) / 2, top: (1 - height) / 3, width, height }
}

/** Moves or resizes a frame so that it stays within the picture and keeps its shape; it is at least a tenth as wide. */
export function fitCrop(crop: Crop, picture: { width: number; height: number }, shape: number): Crop {
  const widest = firstCrop(picture, shape).width
  const width = Math.min(widest, Math.max(0.1, crop.width))
  const height = (width * picture.width) / shape / picture.height
  const within = (at: number, size: number) => Math.min(1 - size, Math.max(0, at))
  return { left: within(crop.left, width), top: within(crop.top, height), width, height }
}
