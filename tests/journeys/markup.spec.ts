import { HtmlValidate } from 'html-validate'
import { onlookers } from './pages'
import { become } from './people'
import { desk, expect, type Setting, test } from './server'
import { isWholeMatrix } from './settings'

/** The rules of the HTML standard; none of the preset is switched off. */
const validator = new HtmlValidate({ root: true, extends: ['html-validate:standard'] })

/** The structure of a page without its text: one valid page vouches for all with the same structure. */
const build = (html: string) =>
  html.replace(/>[^<]*</g, '><').replace(/ (aria-current|content|href|value|datetime)="[^"]*"/g, '')

/** The bytes that the server sends, before any script runs. */
for (const [turn, { key, pages }] of onlookers.entries()) {
  for (const language of isWholeMatrix || key === null
    ? (['en', 'mr'] as const)
    : ([turn % 2 ? 'en' : 'mr'] as const)) {
    test(`every page is valid HTML · ${key ?? 'visitor'} ${language}`, async ({ visit }) => {
      const setting: Setting = { javaScriptEnabled: false, language, viewport: desk }
      const page = await visit(setting)
      if (key) await become(page, key)
      const seen = new Set<string>()
      for (const path of pages) {
        const html = await (await page.request.get(path, { headers: { accept: 'text/html' } })).text()
        if (seen.has(build(html)) && !isWholeMatrix) continue
        seen.add(build(html))
        const { results } = await validator.validateString(html)
        const faults = results
          .flatMap(({ messages }) => messages)
          .map(
            ({ ruleId, message, offset }) =>
              `${ruleId}: ${message}: ${html.slice(Math.max(0, offset - 60), offset + 60)}`,
          )
        expect.soft(faults, path).toEqual([])
      }
    })
  }
}
