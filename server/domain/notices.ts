/** What the cell says to everybody: an announcement, something worth knowing, a question with its answer. */
export const noticeKinds = ['notice', 'news', 'faq'] as const
export type NoticeKind = (typeof noticeKinds)[number]

export const isNoticeKind = (text: unknown): text is NoticeKind => (noticeKinds as readonly unknown[]).includes(text)

/** A piece of a paragraph: plain words, or the address of a page, which is a link to itself. */
export type Piece = { text: string; href: string | null }

/** Whole web addresses alone become links; whatever else looks like one stays words. Source: attacks case 21. */
const webAddress = /https?:\/\/[^\s<>"'()]*[^\s<>"'().,;:!?।]/g

/** A text of the cell → its paragraphs (a blank line between two), each as words and links. */
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
