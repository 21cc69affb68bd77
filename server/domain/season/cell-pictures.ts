/** The pictures of the cell's own that head its pages and papers. */
export const pictureParts = ['logo', 'letterhead'] as const
export type PicturePart = (typeof pictureParts)[number]

/**
 * A picture as it is kept. `mark`: the beginning of the SHA-256 of its bytes, which names it. The media type is one that
 * pages and papers take alike. Sizes in pixels.
 */
export type CellPicture = {
  mark: string
  part: PicturePart
  mediaType: 'image/png' | 'image/jpeg'
  width: number
  height: number
  bytes: Uint8Array
}

/** The marks of the pictures in use; null: the portal's own sign, and the name in letters. */
export type PictureMarks = Readonly<Record<PicturePart, string | null>>

/** What fits the place of a picture: its sides and bytes as kept, and the least sides of what is sent. Source: rules §13.9. */
export const pictureRules = {
  logo: { width: 256, height: 256, minWidth: 96, minHeight: 96, maxBytes: 60_000 },
  letterhead: { width: 1600, height: 320, minWidth: 800, minHeight: 80, maxBytes: 200_000 },
} as const satisfies Readonly<Record<PicturePart, object>>

/** A letterhead is at least this many times as wide as it is high. */
export const leastLetterheadRatio = 3

export const pictureMarkPattern = '^[0-9a-f]{16}$'
