import type { Bilingual } from '#server/kernel/languages.ts'
import { saidBy, seek } from '#server/kernel/names.ts'
import { days } from '#server/kernel/time.ts'

/** The cell's public notices: an announcement, news, or a question with its answer. */
export const noticeKinds = ['notice', 'news', 'faq'] as const
export type NoticeKind = (typeof noticeKinds)[number]

/** Where a notice is: on the public pages, not yet there, or taken off them. */
export const noticeStates = ['out', 'coming', 'withdrawn'] as const
export type NoticeState = (typeof noticeStates)[number]

export const isNoticeKind = (text: unknown): text is NoticeKind => (noticeKinds as readonly unknown[]).includes(text)

/** The parts of an admission by which questions are grouped, in order. Source: rules §11.1. */
export const questionPhases = [
  'register',
  'form',
  'documents',
  'fee',
  'scrutiny',
  'merit',
  'options',
  'seat',
  'admission',
  'help',
] as const
export type QuestionPhase = (typeof questionPhases)[number]

/** The days after which a notice moves to the archive of its list, unless it is among the newest few. */
const daysCurrent = 45
const newestFew = 5

/** Notices, newest first → those of the first page, and those of the archive. Source: rules §11.3. */
export function withArchive<T extends { publishedAt: number }>(newestFirst: readonly T[], now: number) {
  const isCurrent = ({ publishedAt }: T, place: number) => place < newestFew || now - publishedAt <= days(daysCurrent)
  const current = newestFirst.filter(isCurrent)
  return { current, archived: newestFirst.slice(current.length) }
}

/** Texts that contain every word of a search, in either language. */
export function matching<T extends { title: Bilingual; body: Bilingual }>(texts: readonly T[], search: string): T[] {
  if (!search.trim()) return [...texts]
  const isFound = seek(search)
  return texts.filter(({ title, body }) => isFound(saidBy(title.en, title.mr, body.en, body.mr)))
}

/** A piece of a paragraph: plain text, or the address of a page as a link. */
export type Piece = { text: string; href: string | null }

/** Only full web addresses become links; all else stays text. Source: case 21. */
const webAddress = /https?:\/\/[^\s<>"'()]*[^\s<>"'().,;:!?।]/g

/** A text of the cell → its paragraphs (separated by blank lines), each as text and links. */
export function paragraphs(text: string): Piece[][] {
  return text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean)
    .map(piecesOf)
}

function piecesOf(paragraph: string): Piece[] {
  const pieces: Piece[] = []
  let at = 0
  for (const { 0: address, index } of paragraph.matchAll(webAddress)) {
    if (index > at) pieces.push({ text: paragraph.slice(at, index), href: null })
    pieces.push({ text: address, href: address })
    at = index + address.length
  }
  if (at < paragraph.length) pieces.push({ text: paragraph.slice(at), href: null })
  return pieces
}
