import type { Language } from '#server/kernel/languages.ts'
import type { Instant } from '#server/kernel/time.ts'

/**
 * A document before typesetting: words in order, without sizes or positions. Plain data, because it crosses into the
 * typesetting thread. `letterhead.ts` makes the frame, one file for each printable makes the blocks.
 */
export type Printable = Frame & { blocks: readonly Block[] }

/** The parts on every page of a document. */
export type Frame = {
  title: string
  language: Language
  /** `logo`: in place of the portal's sign. `letterhead`: in place of sign, name and address. */
  head: { cell: string; address: string; course: string; year: string; logo?: Uint8Array; letterhead?: Letterhead }
  /** Words across every page, such as "Draft". */
  watermarks: readonly string[]
  foot: {
    /** The document's holder and the time of printing, one line each. */
    lines: readonly string[]
    /** Contains `{{page}}` and `{{pages}}`. */
    pageOf: string
    /** How anybody can check it; null for a document that proves nothing. */
    check: { words: string; address: string; code: string } | null
  }
  createdAt: Instant
  /** It fills its page, so that it is set closely at once: most of its kind would be set twice. */
  isFull?: boolean
  /** A file within the PDF. */
  attachment?: { name: string; content: string; type: string; about: string }
}

/**
 * A table of any length, whose rows come piece by piece. `rows`: their number, which determines the number of pages.
 * `hasNarrowColumns`: most texts need a second line.
 */
export type LongList = Frame & {
  lead: string
  columns: readonly Column[]
  rows: number
  hasNarrowColumns?: boolean
}

/** A picture as wide as the text, with its sides in pixels. */
type Letterhead = { bytes: Uint8Array; width: number; height: number }

export type Row = { label: string; value: string }

/** A picture, or the words in its empty frame. */
export type Picture = { image: Uint8Array | null; words: string }

export type Notice = { tone: 'plain' | 'good' | 'warning'; title: string; words: string }

/**
 * A question on paper. `note`: below its label in a list to tick off; elsewhere the condition under which it is asked, said once
 * above all that follow with the same one. Without choices it has an empty box.
 */
export type BoxRow = { label: string; note?: string; choices?: readonly string[] }

export type Block =
  /** The head of a form: its state and holder, beside the photograph. */
  | { kind: 'summary'; notice: Notice; rows: readonly Row[]; photo: Picture }
  /** `isDense`: short rows share a line. */
  | { kind: 'section'; title: string; rows: readonly Row[]; isDense?: boolean }
  /** A list of all chapters with their pages; every chapter of the document comes after it. */
  | { kind: 'contents'; title: string }
  /** The heading of a chapter, with a bookmark. */
  | { kind: 'chapter'; title: string }
  /** Paragraphs below a heading, which is a bookmark within the chapter; without a title they continue. */
  | { kind: 'text'; title?: string; paragraphs: readonly string[] }
  /** Points below an optional sentence; `isNumbered`: in an order that matters. */
  | { kind: 'points'; lead?: string; points: readonly string[]; isNumbered?: boolean }
  /** Lines to fill in by hand, each after its label. */
  | { kind: 'blanks'; labels: readonly string[] }
  /** Questions to answer by hand: a square before each choice, or an empty box; with a square before the label, a list to tick off. */
  | { kind: 'boxes'; rows: readonly BoxRow[]; isTicked?: boolean }
  /** Places for the date, the seal and the signatures. */
  | { kind: 'signatures'; left: readonly string[]; right: readonly string[] }
  | { kind: 'table'; title: string; columns: readonly Column[]; rows: readonly (readonly string[])[] }
  | ({ kind: 'notice' } & Notice)
  /** A large QR code beside its words and a notice. */
  | { kind: 'proof'; title: string; words: string; address: string; notice: { title: string; words: string } }
  /** A sum of money, large, with its words below. */
  | { kind: 'amount'; figure: string; words: string }
  /** The candidate's declaration, with the place, date and signature below it. */
  | { kind: 'declaration'; title: string; words: string; place: Row; date: Row; signature: Picture }

/** `share`: of the table's width; the shares of a table add up to 1. */
export type Column = { title: string; share: number; align?: 'right' }
