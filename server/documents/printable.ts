import type { Language } from '../kernel/languages'
import type { Instant } from '../kernel/time'

/**
 * A document before it is set: words in their order, no measure and no place. Plain data, because it crosses into the
 * thread that sets it. `letterhead.ts` makes the frame, one file for each printable makes the blocks.
 */
export type Printable = Frame & { blocks: readonly Block[] }

/** What stands on every page of a document. */
export type Frame = {
  title: string
  language: Language
  head: { cell: string; address: string; course: string; year: string }
  /** Words across every page, such as that it is a draft. */
  watermarks: readonly string[]
  foot: {
    /** Whose document it is and when it was printed, one line each. */
    lines: readonly string[]
    /** Holds `{{page}}` and `{{pages}}`. */
    pageOf: string
    /** How anybody can check it; null for a document that vouches for nothing. */
    check: { words: string; address: string; code: string } | null
  }
  createdAt: Instant
}

/** A table of any length, whose rows come piece by piece. `rows`: how many there will be, which says how many pages. */
export type LongList = Frame & { lead: string; columns: readonly Column[]; rows: number }

export type Row = { label: string; value: string }

/** A picture, or the words that say what is missing in its frame. */
export type Picture = { image: Uint8Array | null; words: string }

export type Notice = { tone: 'plain' | 'good' | 'warning'; title: string; words: string }

export type Block =
  /** The head of a form: how it stands and whose it is, beside the photograph. */
  | { kind: 'summary'; notice: Notice; rows: readonly Row[]; photo: Picture }
  /** `isDense`: short rows stand side by side. */
  | { kind: 'section'; title: string; rows: readonly Row[]; isDense?: boolean }
  | { kind: 'table'; title: string; columns: readonly Column[]; rows: readonly (readonly string[])[] }
  | ({ kind: 'notice' } & Notice)
  /** A sum of money, large, with its words below. */
  | { kind: 'amount'; figure: string; words: string }
  /** What the candidate declares, and the place, date and signature below it. */
  | { kind: 'declaration'; title: string; words: string; place: Row; date: Row; signature: Picture }

/** `share`: of the table's width; the shares of a table add up to 1. */
export type Column = { title: string; share: number; align?: 'right' }
