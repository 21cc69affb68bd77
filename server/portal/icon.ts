import sharp from 'sharp'

/** The emblem in the middle of a plain square, so that a device may cut any shape out of it. */
const emblem = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 44 44"><path fill="#173f50" d="M0 0h44v44H0z"/><g transform="translate(6.6 6.6) scale(.7)"><path d="M22 9l11 6v4H11v-4zM13 21h4v10h-4zm7 0h4v10h-4zm7 0h4v10h-4zM11 33h22v3H11z" fill="#fff"/></g></svg>`

const sizes = ['192', '512']
const made = new Map<string, Promise<Buffer>>()

/** The portal's icon as PNG, drawn once; null for a size that there is not. `size`: in pixels. */
export function portalIcon(size: string): Promise<Buffer> | null {
  if (!sizes.includes(size)) return null
  const known = made.get(size)
  if (known) return known
  const icon = sharp(Buffer.from(emblem), { density: 1200 }).resize(Number(size)).png().toBuffer()
  made.set(size, icon)
  return icon
}
