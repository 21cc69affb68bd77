import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { OfficersWords } from '#pages/parts/scrutiny/OfficersWords.tsx'
import { PageContext } from '#pages/ui/view.ts'
import { pageTexts } from '#server/i18n/texts.ts'
import type { Language } from '#server/kernel/languages.ts'
import { aView } from './a-view'

const shown = (language: Language, words: string) =>
  renderToString(
    <PageContext value={{ view: aView({ language }), t: pageTexts[language], signedIn: null }}>
      <OfficersWords label={pageTexts[language]('scrutiny:candidate.found')} words={words} />
    </PageContext>,
  )
    .replaceAll(/<[^>]*>/g, '')
    .trim()

test.each<[Language, string, string]>([
  ['mr', 'The seal is missing', 'अधिकाऱ्याच्या शब्दांत (English): The seal is missing'],
  ['mr', 'शिक्का नाही', 'अधिकाऱ्याच्या शब्दांत: शिक्का नाही'],
  ['mr', '1880', 'अधिकाऱ्याच्या शब्दांत: 1880'],
  ['en', 'शिक्का नाही', 'In the officer&#x27;s own words (मराठी): शिक्का नाही'],
  ['en', 'The seal is missing', 'In the officer&#x27;s own words: The seal is missing'],
  ['en', '', ''],
])("on a page in %s the officer's words “%s” name their language where it is another", (language, words, said) => {
  expect(shown(language, words)).toBe(said)
})
