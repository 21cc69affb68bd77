import type { Course } from '#server/courses/course.ts'
import type { PublicEntry } from '#server/domain/log/leaf.ts'
import type { Issued } from '#server/domain/site/printable.ts'
import { formatDateTime } from '#server/i18n/format.ts'
import { translate } from '#server/i18n/texts.ts'
import type { Language } from '#server/kernel/languages.ts'
import type { Block, Frame } from './printable'

/** The issuer of a portal's documents, and the address that checks their codes. */
export type Issuer = {
  course: Course
  /** Marks every page as a demo. */
  isDemo: boolean
  /** The absolute address that checks a code. */
  checkAt(code: string, entry: number | null): string
  /** The absolute address that checks an entry of the public log. */
  checkEntryAt(entry: PublicEntry): string
}

/** How anybody checks a public paper; null for one that no entry is about. */
export const checkOf = (
  { checkEntryAt }: Pick<Issuer, 'checkEntryAt'>,
  entry: PublicEntry | null,
  language: Language,
): Frame['foot']['check'] =>
  entry && {
    words: translate(language, 'printables:check-entry'),
    address: checkEntryAt(entry),
    code: translate(language, 'printables:entry', { number: entry.number }),
  }

export const headOf = (course: Course, language: Language): Frame['head'] => ({
  ...(course.pictures.logo && { logo: course.pictures.logo.bytes }),
  ...(course.pictures.letterhead && { letterhead: course.pictures.letterhead }),
  cell: course.cellName[language],
  address: course.cellAddress[language],
  course: course.courseTitle[language],
  year: translate(language, 'printables:academic-year', { year: course.academicYear }),
})

/** The block and the file by which a document proves itself, with its last notice; that notice alone for one that does not. */
export function proofOf(
  { proof, language }: Pick<Issued, 'proof' | 'language'>,
  notice: { title: string; words: string },
): { blocks: Block[]; more: Partial<Frame> } {
  if (!proof) return { blocks: [{ kind: 'notice', tone: 'plain', ...notice }], more: {} }
  return {
    blocks: [
      {
        kind: 'proof',
        title: translate(language, 'printables:proof.title'),
        words: translate(language, 'printables:proof.words', { address: proof.address.split('#')[0]! }),
        address: proof.address,
        notice,
      },
    ],
    more: {
      attachment: {
        name: 'letter.sd-jwt',
        content: proof.whole,
        type: 'application/dc+sd-jwt',
        about: translate(language, 'printables:proof.file'),
      },
    },
  }
}

/** The letterhead, foot and watermarks of a document issued to a candidate. */
export function letterhead(
  { course, isDemo, checkAt }: Issuer,
  { userId, fullName, language, code, printedAt, entry }: Issued,
  { title, watermark }: { title: string; watermark?: string },
): Frame {
  return {
    title,
    language,
    head: headOf(course, language),
    watermarks: [...(isDemo ? [translate(language, 'printables:demo')] : []), ...(watermark ? [watermark] : [])],
    foot: {
      lines: [
        translate(language, 'printables:application-id', { userId }),
        fullName,
        translate(language, 'printables:printed-at', { at: formatDateTime(printedAt, language) }),
        ...(entry === null ? [] : [translate(language, 'printables:entry', { number: entry })]),
      ],
      pageOf: translate(language, 'printables:page-of'),
      check: { words: translate(language, 'printables:check'), address: checkAt(code, entry), code },
    },
    createdAt: printedAt,
  }
}
