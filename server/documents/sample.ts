import type { PublicPdf } from '../domain/portal/public-pdfs'
import { translate } from '../i18n/texts'
import type { Language } from '../kernel/languages'
import type { Instant } from '../kernel/time'
import { headOf, type Issuer } from './letterhead'
import type { Printable } from './printable'

/** One of the ten public PDFs until the cell replaces it: a page that says so in large letters. */
export function sample(file: PublicPdf, language: Language, { course, isDemo }: Issuer, createdAt: Instant): Printable {
  const mark = translate(language, 'http:sample.mark')
  const title = translate(language, `shell:menu.${file}` as 'shell:menu.ruleA.pdf')
  return {
    title,
    language,
    head: headOf(course, language),
    watermarks: [...(isDemo ? [translate(language, 'printables:demo')] : []), mark],
    foot: { lines: [`${title} (${mark})`], pageOf: translate(language, 'printables:page-of'), check: null },
    createdAt,
    blocks: [{ kind: 'notice', tone: 'warning', title: mark, words: translate(language, 'http:sample.words') }],
  }
}
