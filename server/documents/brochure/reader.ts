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
  /** A text without the lines that are for a season of another number of rounds. */
  t(key: TextKey, values?: TextValues): string
  /** The lines of a text, each of which is a point or a paragraph. */
  lines(key: TextKey, values?: TextValues): string[]
}

/** A chapter of the brochure: its title, and the blocks below it. */
export type Chapter = { title: TextKey; blocks(reader: Reader): readonly Block[] }

export function readerOf(facts: PublicFacts, course: Course): Reader {
  const { language } = facts
  const t = (key: TextKey, values?: TextValues) => ofRounds(translate(language, key, values), course.rounds.length)
  return { facts, course, language, t, lines: (key, values) => t(key, values).split('\n') }
}

/** A line that begins with `1: ` is for a season of one round, one that begins with `2+: ` for a season of several. */
const ofRounds = (text: string, rounds: number): string =>
  text
    .split('\n')
    .filter((line) => !line.startsWith(rounds > 1 ? '1: ' : '2+: '))
    .map((line) => line.replace(/^(1|2\+): /, ''))
    .join('\n')
