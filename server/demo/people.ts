import { translate } from '#server/i18n/texts.ts'
import { type Language, languages } from '#server/kernel/languages.ts'
import { saidBy, seek } from '#server/kernel/names.ts'
import type { PersonaCard } from './demo'

/** What somebody's row says, in both languages: a search finds either. */
const saidOf = ({ name, userId, about, role }: PersonaCard): string =>
  saidBy(name, userId, ...languages.flatMap((language) => [about[language], translate(language, `demo:role.${role}`)]))

/** The people of one course that a search finds, and how many each course has. An unknown course is the first. */
export function peopleOf(
  all: readonly PersonaCard[],
  titles: ReadonlyMap<string, Record<Language, string>>,
  asked: { course: string; q: string },
) {
  const slugs = [...new Set(all.map(({ course }) => course))]
  const course = slugs.find((slug) => slug === asked.course) ?? slugs[0]!
  const q = asked.q.slice(0, 100)
  const isSought = seek(q)
  const found = all.filter((card) => isSought(saidOf(card)))
  return {
    q,
    course,
    courses: slugs.map((slug) => ({
      slug,
      title: titles.get(slug)!,
      count: found.filter((card) => card.course === slug).length,
    })),
    personas: found.filter((card) => card.course === course),
  }
}
