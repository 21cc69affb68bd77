import {
  type DeskLine,
  deskMenu,
  pagesMeant,
  pagesOfOthers,
  ratedPages,
  rolesOf,
} from '#server/domain/desk/desk-menu.ts'
import type { StaffRole } from '#server/domain/terms/staff.ts'
import { translate } from '#server/i18n/texts.ts'
import { foldedWords } from '#server/kernel/folded.ts'
import { type Bilingual, languages } from '#server/kernel/languages.ts'

/** How much better a page of other roles with no more of the words has to fit than the best of one's own before it is named. */
const clearlyBetter = 1.5

type Staff = Parameters<typeof deskMenu>[0]

/** Texts in each language: somebody may type in either. */
const wordsOf = (...keys: Parameters<typeof translate>[1][]) =>
  languages.flatMap((language) => keys.map((key) => translate(language, key)))

/** Pages of the desk with everything that is said about them. */
const saidOf = (pages: readonly DeskLine[]) =>
  pages.map((page) => ({
    page,
    name: wordsOf(`staff:menu.${page.route}`),
    about: wordsOf(`staff:about.${page.route}`, `deskpages:${page.route}`),
  }))

/**
 * The pages of the desk that somebody of the staff may mean by a text in either language, the likeliest first; all that they may
 * open without a text. `elsewhere`: the page of other roles that fits best, with those roles; null if one of their own fits nearly as well.
 */
export function pagesFor(
  staff: Staff,
  typed: string,
): { own: readonly DeskLine[]; elsewhere: { page: DeskLine; roles: readonly StaffRole[] } | null } {
  const all: readonly DeskLine[] = deskMenu(staff).filter(({ route }) => route !== 'search')
  if (typed === '') return { own: all, elsewhere: null }
  const others = pagesOfOthers(staff.role)
  const said = saidOf([...all, ...others])
  const own = pagesMeant(typed, said.slice(0, all.length))
  const rated = ratedPages(typed, said)
  const [best] = rated
  const ownBest = rated.find(({ page }) => !others.includes(page))
  const isElsewhere =
    best &&
    others.includes(best.page) &&
    (!ownBest || best.words > ownBest.words || best.sum > clearlyBetter * ownBest.sum)
  return { own, elsewhere: isElsewhere ? { page: best.page, roles: rolesOf(best.page) } : null }
}

/** What anybody reads and the cell is asked about; the desk has no page of its own for it. */
const publicPages = ['closing-merit', 'institude-list', 'institute-wise-vacancy', 'importantdate'] as const

type PublicPage = (typeof publicPages)[number]

/**
 * The pages for everybody that somebody may mean by a text in either language; none without one. `isFirst`: the best of them fits
 * better than any page of the desk.
 */
export function publicPagesFor(staff: Staff, typed: string): { open: readonly PublicPage[]; isFirst: boolean } {
  if (typed === '') return { open: [], isFirst: false }
  const said = publicPages.map((page) => ({
    page,
    name: wordsOf(`shell:menu.${page}`),
    about: wordsOf(`staff:about.${page}`, `deskpages:${page}`),
  }))
  const [best] = pagesMeant<PublicPage | DeskLine>(typed, [...said, ...saidOf(deskMenu(staff))])
  return { open: pagesMeant(typed, said), isFirst: typeof best === 'string' }
}

/**
 * The activities that have every typed word in their title, in either language, the likeliest first. Words that mean the schedule as
 * a whole ("last date", "extend") say nothing of one activity, and alone they mean none. `areSure`: more than one word says so.
 */
export function datesMeant<Activity extends { title: Bilingual }>(
  typed: string,
  activities: readonly Activity[],
): { found: Activity[]; areSure: boolean } {
  const plain = new Set(wordsOf('deskpages:schedule').flatMap(foldedWords))
  const rest = foldedWords(typed).filter((word) => !plain.has(word))
  const said = activities.map((page) => ({ page, name: Object.values(page.title), about: [] }))
  const whole = ratedPages(rest.join(' '), said).filter(({ isWhole }) => isWhole)
  return { found: whole.map(({ page }) => page), areSure: whole.some(({ words }) => words > 1) }
}
