import type { uploadedPdfs } from '#server/domain/terms/public-pdfs.ts'
import type { TextKey } from '#server/i18n/keys.ts'
import { translate } from '#server/i18n/texts.ts'
import type { Language } from '#server/kernel/languages.ts'
import type { Instant } from '#server/kernel/time.ts'
import { headOf, type Issuer } from './letterhead'
import type { Block, Printable } from './printable'

/** One of the rules, which the cell uploads. */
type RulesFile = (typeof uploadedPdfs)[number]

/**
 * One of the public rules until the cell replaces it: a page that says so in large letters. In a demo it reads like such
 * rules; a live portal invents none. Source: rules §11.2.
 */
export function sample(file: RulesFile, language: Language, { course, isDemo }: Issuer, createdAt: Instant): Printable {
  const mark = translate(language, 'http:sample.mark')
  const title = translate(language, `shell:menu.${file}`)
  return {
    title,
    language,
    head: headOf(course, language),
    watermarks: [...(isDemo ? [translate(language, 'printables:demo')] : []), mark],
    foot: { lines: [`${title} (${mark})`], pageOf: translate(language, 'printables:page-of'), check: null },
    createdAt,
    blocks: [
      { kind: 'notice', tone: 'warning', title: mark, words: translate(language, 'http:sample.words') },
      ...(isDemo ? rules(file, language) : []),
    ],
  }
}

function rules(file: RulesFile, language: Language): Block[] {
  const name = `samplerules:${file.slice(0, -'.pdf'.length)}` as TextKey
  return [
    {
      kind: 'text',
      paragraphs: [translate(language, 'samplerules:note'), translate(language, 'samplerules:preamble')],
    },
    { kind: 'points', points: translate(language, name).split('\n'), isNumbered: true },
  ]
}
