import { inTurn, isWhole } from '#tests/support/extent.ts'
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

// The tests run in order on one worker, so that pages with the same structure are checked once for all of them.
test.describe.configure({ mode: 'default' })

/** Structures whose HTML and accessibility were checked; and in each language, structures measured at every width. */
const checked = new Set<string>()
const measured = { en: new Set<string>(), mr: new Set<string>() }

/** Each walk is in one language, in turn; the whole matrix is in both, with script on and off. */
const settingsFor = (turn: number): readonly Setting[] => {
  if (isWhole) return everySetting
  const both = everySetting.filter(
    ({ javaScriptEnabled, language, viewport }) => javaScriptEnabled && (language === 'en') === (viewport === phone),
  )
  return inTurn(both, turn)
}

/** False the first time that a set meets a structure, and always false in the whole matrix. */
function isKnown(set: Set<string>, built: string): boolean {
  if (set.has(built) && !isWhole) return true
  set.add(built)
  return false
}

walks
  .filter(({ isAlways }) => isAlways || isWhole)
  .forEach(({ key, who, pages, when }, turn) => {
    for (const setting of settingsFor(turn)) {
      test(`every page is valid, in one language and accessible · ${when} · ${who} · ${settingName(setting)}`, async ({
        visit,
        server,
        laterServer,
      }) => {
        test.slow()
        const visitor = visitorOn(await visit(setting, { on: when === 'registration' ? server : laterServer }), setting)
        const { page, language } = visitor
        if (key) await become(page, key)
        const theirs = await wordsOfPeople(page, key)
        // The shell is the same on every page of a walk, so only the first page is checked whole.
        let within: string | undefined
        for (const path of pages) {
          await test.step(path, async () => {
            const address = path === '/demo' ? `/demo?lang=${language}` : path
            const html = await (await page.request.get(address, { headers: { accept: 'text/html' } })).text()
            await expectOneLanguage(page, { path, html, language, key, theirs })
            const built = structure(html)
            const [isMeasured, isChecked] = [isKnown(measured[language], built), isKnown(checked, built)]
            if (!isChecked) await expectValid(html, path)
            if (isMeasured && isChecked) return
            await visitor.open(address)
            await expectSound(visitor, path)
            if (path.includes('/candidate/') && !key && setting.javaScriptEnabled) await expectStill(page, path)
            if (!isMeasured) await expectNoSidewaysScroll(visitor, path)
            if (isChecked) return
            await expectAccessible(visitor, path, within)
            within = 'main'
          })
        }
      })
    }
  })
