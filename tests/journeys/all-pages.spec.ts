import { inTurn, isWhole } from '#tests/support/extent.ts'
import { knownToAll } from './known-to-all'
import { expectAccessible, expectNoSidewaysScroll, expectSound, expectStill } from './look'
import { expectValid } from './markup'
import { walks } from './pages'
import { become } from './people'
import { everySetting, phone, type Setting, settingName, test } from './server'
import { expectOneLanguage, wordsOfPeople } from './texts'
import { visitorOn } from './visitor'

/**
 * The structure of a page without its text and without repeated rows: one checked page vouches for all with the same
 * structure.
 */
const structure = (html: string) =>
  html
    .slice(html.indexOf('<main'), html.indexOf('</main>'))
    .replace(/>[^<]+</g, '><')
    .replace(/ (href|id|for|name|src|alt|aria-label|aria-labelledby|aria-describedby|datetime|value)="[^"]*"/gi, '')
    .replace(/(<(tr|li|option|dt)\b(?:(?!<\2\b)[\s\S])*)(?:\1)+/g, '$1')

/** Structures whose HTML and accessibility were checked; and in each language, structures measured at every width. */
const checked = knownToAll('checked')
const measured = { en: knownToAll('measured-en'), mr: knownToAll('measured-mr') }

/** Each walk is in one language, in turn; the whole matrix is in both, with script on and off. */
const settingsFor = (turn: number): readonly Setting[] => {
  if (isWhole) return everySetting
  const both = everySetting.filter(
    ({ javaScriptEnabled, language, viewport }) => javaScriptEnabled && (language === 'en') === (viewport === phone),
  )
  return inTurn(both, turn)
}

walks
  .filter(({ isAlways }) => isAlways || isWhole)
  .forEach(({ key, who, pages, when }, turn) => {
    for (const setting of settingsFor(turn)) {
      test(`every page is valid, in one language and accessible · ${when} · ${who} · ${settingName(setting)}`, async ({
        visit,
        askServer,
        askLaterServer,
      }) => {
        test.slow()
        const on = await (when === 'registration' ? askServer() : askLaterServer())
        const visitor = visitorOn(await visit(setting, { on }), setting)
        const { page, language } = visitor
        if (key) await become(page, key)
        // The first page of a browser may be drawn before its fonts are there, sooner or later as the machine is busy.
        await visitor.open('faq')
        const theirs = await wordsOfPeople(page, key)
        // The shell is the same on every page of a walk, so only the first page is checked whole.
        let within: string | undefined
        for (const path of pages) {
          await test.step(path, async () => {
            const address = path === '/demo' ? `/demo?lang=${language}` : path
            const html = await (await page.request.get(address, { headers: { accept: 'text/html' } })).text()
            await expectOneLanguage(page, { path, html, language, key, theirs })
            const built = structure(html)
            const [isMeasured, isChecked] = [measured[language].has(built), checked.has(built)]
            if (!isChecked) await expectValid(html, path)
            if (isMeasured && isChecked) return
            await visitor.open(address)
            await expectSound(visitor, path)
            if (path.includes('/candidate/') && !key && setting.javaScriptEnabled) await expectStill(page, path)
            if (!isMeasured) await expectNoSidewaysScroll(visitor, path)
            if (!isChecked) {
              await expectAccessible(visitor, path, within)
              within = 'main'
            }
            if (test.info().errors.length > 0) return
            if (!isMeasured) measured[language].add(built)
            if (!isChecked) checked.add(built)
          })
        }
      })
    }
  })
