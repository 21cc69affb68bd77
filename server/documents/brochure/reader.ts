import type { Course } from '#server/courses/course.ts'
import type { TextKey } from '#server/i18n/keys.ts'
import type { TextValues } from '#server/i18n/page-text.ts'
import { translate } from '#server/i18n/texts.ts'
import type { Language } from '#server/kernel/languages.ts'
import type { Block } from '../printable'
import type { PublicFacts } from '../public-facts'

/** The materials of a chapter: the facts of the portal, the course as it is now, and its words. */
export type Reader = {
  facts: PublicFacts
  course: Course
  language: Language
  t(key: TextKey, values?: TextValues): string
  /** The lines of a text, each of which is a point or a paragraph. */
  lines(key: TextKey, values?: TextValues): string[]
}

/** A chapter of the brochure: its title, and the blocks below it. */
export type Chapter = { title: TextKey; blocks(reader: Reader): readonly Block[] }

export function readerOf(facts: PublicFacts, course: Course): Reader {
  const { language } = facts
  const t = (key: TextKey, values?: TextValues) => translate(language, key, values)
  return { facts, course, language, t, lines: (key, values) => t(key, values).split('\n') }
}
