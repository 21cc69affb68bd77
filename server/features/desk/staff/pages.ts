import { type DeskLine, deskMenu, pagesMeant } from '#server/domain/desk/desk-menu.ts'
import { translate } from '#server/i18n/texts.ts'
import { languages } from '#server/kernel/languages.ts'

/**
 * The pages of the desk that somebody of the staff may mean by a text in either language, the likeliest first; all that they may
 * open without a text.
 */
export function pagesFor(staff: Parameters<typeof deskMenu>[0], typed: string): readonly DeskLine[] {
  const all = deskMenu(staff).filter(({ route }) => route !== 'search')
  if (typed === '') return all
  const wordsOf = (...keys: Parameters<typeof translate>[1][]) =>
    languages.flatMap((language) => keys.map((key) => translate(language, key)))
  const said = all.map((page) => ({
    page,
    name: wordsOf(`staff:menu.${page.route}`),
    about: wordsOf(`staff:about.${page.route}`, `deskpages:${page.route}`),
  }))
  return pagesMeant<DeskLine>(typed, said)
}
