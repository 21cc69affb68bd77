import type { Course } from '../../courses/course'
import type { TextKey } from '../../i18n/keys'
import type { TextValues } from '../../i18n/page-text'
import { translate } from '../../i18n/texts'
import type { Language } from '../../kernel/languages'
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
