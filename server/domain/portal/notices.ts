/** The cell's public notices: an announcement, news, or a question with its answer. */
export const noticeKinds = ['notice', 'news', 'faq'] as const
export type NoticeKind = (typeof noticeKinds)[number]

export const isNoticeKind = (text: unknown): text is NoticeKind => (noticeKinds as readonly unknown[]).includes(text)

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
