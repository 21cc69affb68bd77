import { type Instant, minutes } from '#server/kernel/time.ts'
import { type DocumentKind, documentKinds } from './required-documents'

/** The two pictures of the photo step. */
export const pictureKinds = ['photo', 'signature'] as const
export type PictureKind = (typeof pictureKinds)[number]

/** Everything that a candidate uploads; it is the name in `documents/view/{name}`. */
export type FileKind = PictureKind | DocumentKind
export const fileKinds: readonly FileKind[] = [...pictureKinds, ...documentKinds]

export const isPictureKind = (kind: FileKind): kind is PictureKind => kind === 'photo' || kind === 'signature'
export const isFileKind = (name: string): name is FileKind => (fileKinds as readonly string[]).includes(name)

/** The stored size of the two pictures in pixels: 3.5 × 4.5 cm and 3.5 × 1.5 cm at 300 dpi. Source: rules §3.8. */
export const pictureRules = {
  photo: { width: 413, height: 531, minWidth: 200, minHeight: 250, maxBytes: 100 * 1024 },
  signature: { width: 413, height: 177, minWidth: 140, minHeight: 60, maxBytes: 50 * 1024 },
} as const satisfies Record<PictureKind, object>

/** Certificates. Source: rules §3.9. */
export const documentRules = {
  maxPdfBytes: 2 * 1024 * 1024,
  maxPdfPages: 20,
  /** Photographed and scanned pages are reduced to this: A4 at 190 dpi, where small print is still legible. */
  longestSide: 2200,
  /** Smaller pages are not legible. */
  minLongSide: 600,
  minShortSide: 300,
} as const

/**
 * The other documents of an application that are the same file, byte for byte: most likely chosen by mistake. One file may hold
 * two papers, so this only warns. Source: rules §3.9.
 */
export const sameFileAs = <Name extends string>(
  { name, hash }: { name: Name; hash: string },
  all: readonly { name: Name; hash: string }[],
): Name[] => all.filter((other) => other.hash === hash && other.name !== name).map((other) => other.name)

type AlikeFile<Name> = { name: Name; sameAs: readonly Name[]; uploadedAt: number }
/** Among documents that are one file, the one whose upload came last; of two at one time, the later in the list. */
export const saysSameFile = <Name extends string>(one: AlikeFile<Name>, all: readonly AlikeFile<Name>[]): boolean =>
  one.sameAs.length > 0 &&
  all
    .filter(({ name }) => name === one.name || one.sameAs.includes(name))
    .reduce((last, other) => (other.uploadedAt >= last.uploadedAt ? other : last)).name === one.name

/** For any picture: enough for phone cameras; a larger one is an attack on our memory. */
export const maxMegapixels = 52

/** An upload can be undone for so long; the file that it replaced is kept for twice the time. Source: rules §3.9. */
const undoTime = minutes(30)
export const mayUndo = (uploadedAt: Instant, at: Instant): boolean => at - uploadedAt < undoTime

/** The newest of these uploads, while it can still be undone: the one that its page offers to undo. */
export function justUploaded<D extends { uploadedAt: Instant }>(uploads: readonly (D | null)[], at: Instant): D | null {
  const [newest] = uploads.flatMap((one) => one ?? []).sort((a, b) => b.uploadedAt - a.uploadedAt)
  return newest && mayUndo(newest.uploadedAt, at) ? newest : null
}
