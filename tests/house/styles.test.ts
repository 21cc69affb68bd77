import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { openSync } from 'fontkit'
import { expect, test } from 'vitest'

/** The style sheets of the kit are global; those of pages and parts are CSS modules. */

const files = readdirSync('pages', { recursive: true, encoding: 'utf8' }).map(
  (file) => `pages/${file.split(path.sep).join('/')}`,
)
const sheets = files.filter((file) => file.endsWith('.css'))
const kitSheets = sheets.filter((file) => file.startsWith('pages/ui/'))
const modules = sheets.filter((file) => file.endsWith('.module.css'))
const components = files
  .filter((file) => file.endsWith('.tsx'))
  .map((file) => ({ file, source: readFileSync(file, 'utf8') }))

/** The classes that a style sheet defines. */
function classesIn(sheet: string): Set<string> {
  const rules = readFileSync(sheet, 'utf8').replace(/\/\*[\s\S]*?\*\//g, '')
  const selectors = [...rules.matchAll(/([^{};]+)\{/g)].map(([, selector]) => selector!.trim())
  return new Set(
    selectors
      .filter((selector) => !selector.startsWith('@'))
      .flatMap((selector) => selector.match(/\.[a-zA-Z][\w-]*/g) ?? [])
      .map((name) => name.slice(1)),
  )
}

const kit = new Set(kitSheets.flatMap((sheet) => [...classesIn(sheet)]))

/** The CSS modules that a component imports, with their names: `styles` → the module. */
const modulesOf = ({ file, source }: (typeof components)[number]) =>
  [...source.matchAll(/^import (\w+) from '([^']+\.module\.css)'/gm)].map(([, name, address]) => ({
    name: name!,
    module: address!.startsWith('#') ? address!.slice(1) : path.posix.join(path.posix.dirname(file), address!),
  }))

test('beside figures, words and signs are in the font of all text', () => {
  expect(readFileSync('pages/ui/tokens.css', 'utf8')).toMatch(/--figures: "Poppins Figures", var\(--font\);/)
})

test.each([400, 600])('the figures of weight %i are those of Poppins, each as wide as the widest', (weight) => {
  const widths = (cut: string) =>
    [...'0123456789'].map(
      (digit) => openSync(`pages/ui/fonts/poppins-${cut}-${weight}.woff2`).layout(digit).advanceWidth,
    )
  expect(widths('figures')).toEqual(Array(10).fill(Math.max(...widths('latin'))))
})

/** The rules of a style sheet: a selector and its declarations. */
const rulesIn = (sheet: string) =>
  [
    ...readFileSync(sheet, 'utf8')
      .replace(/\/\*[\s\S]*?\*\//g, '')
      .matchAll(/([^{}]+)\{([^{}]*)\}/g),
  ].map(([, selector, body]) => ({ selector: selector!.trim(), body: body! }))

test('a coloured rule at the left edge marks the next act and nothing else', () => {
  const isRule = /border-left[^;]*?var\(--(?!line)|box-shadow: inset [1-9]\d*px 0|border-left-width: [2-9]/
  const found = sheets.flatMap((sheet) =>
    rulesIn(sheet)
      .filter(({ body }) => isRule.test(body))
      .map(({ selector }) => selector),
  )
  // The fact of a form that an officer judges next is an act too.
  expect(found.sort()).toEqual(['.act', '.card.next', '.fact.no[aria-current]', '.fact[aria-current]'])
})

test('every style sheet of a page or a part is a CSS module, so that its rules affect nothing else', () => {
  expect(sheets.filter((sheet) => !kitSheets.includes(sheet) && !modules.includes(sheet))).toEqual([])
  expect(modules.filter((sheet) => /:global\b/.test(readFileSync(sheet, 'utf8')))).toEqual([])
})

test('every selector of a CSS module begins with one of its classes', () => {
  const open = modules.flatMap((sheet) =>
    [
      ...readFileSync(sheet, 'utf8')
        .replace(/\/\*[\s\S]*?\*\//g, '')
        .matchAll(/([^{};]+)\{/g),
    ]
      .map(([, selector]) => selector!.trim())
      .filter((selector) => !selector.startsWith('@'))
      .flatMap((selector) => selector.split(/,(?![^(]*\))/))
      .filter((selector) => !/^\s*(\* \+ )?\.[a-z]/.test(selector))
      .map((selector) => `${sheet}: ${selector.trim()}`),
  )
  expect(open).toEqual([])
})

test('a class named in a component belongs to the kit', () => {
  const unknown = components.flatMap(({ file, source }) =>
    [...source.matchAll(/className="([^"]*)"|className=\{`([^`]*)`\}/g)]
      .flatMap(([, plain, composed]) => (plain ?? composed!.replace(/\$\{[^}]*\}/g, ' ')).split(/\s+/).filter(Boolean))
      .filter((name) => !kit.has(name))
      .map((name) => `${file}: ${name}`),
  )
  expect(unknown).toEqual([])
})

test('components and CSS modules name the same classes', () => {
  const used = new Map(modules.map((sheet) => [sheet, new Set<string>()]))
  for (const component of components) {
    for (const { name, module } of modulesOf(component)) {
      for (const [, own] of component.source.matchAll(new RegExp(`\\b${name}\\.(\\w+)`, 'g')))
        used.get(module)!.add(own!)
    }
  }
  for (const [sheet, names] of used) expect([...names].sort(), sheet).toEqual([...classesIn(sheet)].sort())
})

test('what pulls the last field of a card up is what every width leaves below a field, so that none spills over the border', () => {
  const sheet = readFileSync('pages/ui/form.css', 'utf8')
  const below = [...sheet.matchAll(/^\s*\.field \{([^}]*)\}/gm)].flatMap(
    ([, rules]) => /margin-bottom: ([^;]+);/.exec(rules!)?.[1] ?? [],
  )
  expect(new Set(below)).toEqual(new Set(['var(--between-fields)']))
  expect(sheet).toContain('margin-bottom: calc(0px - var(--between-fields));')
})

test.each(sheets)(
  '%s styles no sibling of just anything, which would style a whole list anew when a row moves',
  (sheet) => {
    const own = readFileSync(sheet, 'utf8').replace(/@supports not selector\(:where\(\*\)\) \{[\s\S]*?\n\}/, '')
    expect(own.match(/[~+>] *\* *[~+] *\S+|[~+] *\*/g) ?? []).toEqual(
      // A heading that is only there sometimes.
      sheet === 'pages/parts/state/state.module.css' ? ['+ *', '+ *'] : [],
    )
  },
)

test.each(sheets)(
  '%s asks nothing of what is in the whole page, which would style all of it anew at each change',
  (sheet) => {
    const rules = readFileSync(sheet, 'utf8').replace(/\/\*[\s\S]*?\*\//g, '')
    // The parts of a page say it themselves (`pages/ui/marks.ts`).
    expect(rules.match(/(?:^|[\s,}])(?:html|body|:root|main|#root|\.page|\.shell)[^\s,{]*:has\([^{]*/g) ?? []).toEqual(
      [],
    )
  },
)
