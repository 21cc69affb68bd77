import type { Language } from '#server/kernel/languages.ts'
import { addTexts, type FlatTexts, pageTranslator, type Translate } from './page-text'

/** The files of texts that no page has from the start. */
const files = {
  slip: { en: () => import('./locales/en/slip.json'), mr: () => import('./locales/mr/slip.json') },
} as const

/** Loads a file of texts once it is needed. Rejects without a network. */
export async function lateTexts(name: keyof typeof files, language: Language): Promise<Translate> {
  const texts: FlatTexts = {}
  addTexts(texts, name, (await files[name][language]()).default)
  return pageTranslator(texts, language)
}
