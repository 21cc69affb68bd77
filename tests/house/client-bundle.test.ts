import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type unreached, withoutUnreached } from '#scripts/client-bundle.ts'

const reactDom = readFileSync('node_modules/react-dom/cjs/react-dom-client.production.js', 'utf8')

const sources = readdirSync('pages', { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file))
  .map((file) => ({ file, source: readFileSync(`pages/${file}`, 'utf8') }))

/** What a page would have to write to use a feature whose functions the browser does not get. */
const uses: Record<keyof typeof unreached, RegExp> = {
  ViewTransition: /\bViewTransition\b/,
  'a ref of a fragment': /<Fragment[^>]*\bref=/,
  'preload, preinit, preconnect': /import [^;]*\b(?:prefetchDNS|preconnect|preload|preinit)\w*[^;]*from 'react-dom'/,
  useActionState: /\b(?:useActionState|useFormState)\b/,
  Activity: /<Activity\b/,
  SuspenseList: /\bSuspenseList\b/,
}

test.each(Object.entries(uses))('no page uses %s, which is left out of react-dom', (_, use) => {
  expect(sources.filter(({ source }) => use.test(source)).map(({ file }) => file)).toEqual([])
})

test('a page that used one of them would be noticed', () => {
  const written = {
    ViewTransition: "import { ViewTransition } from 'react'",
    'a ref of a fragment': '<Fragment ref={here}>',
    'preload, preinit, preconnect': "import { flushSync, preloadModule } from 'react-dom'",
    useActionState: 'const [state, act] = useActionState(send, null)',
    Activity: '<Activity mode="hidden">',
    SuspenseList: '<SuspenseList>',
  } satisfies Record<keyof typeof unreached, string>
  for (const [feature, source] of Object.entries(written)) expect(source).toMatch(uses[feature as keyof typeof uses])
})

test('react-dom keeps every function, some of them empty', () => {
  const rest = withoutUnreached(reactDom)
  const functions = (source: string) => source.match(/^function \w+/gm)
  expect(functions(rest)).toEqual(functions(reactDom))
  expect(rest).toContain('startViewTransition(\n  suspendedState')
  expect(rest.length).toBeLessThan(reactDom.length - 50_000)
})

test('a release of react-dom with other functions is refused', () => {
  expect(() =>
    withoutUnreached(reactDom.replace('function startViewTransition(', 'function beginTransition(')),
  ).toThrow('react-dom has 24 functions for ViewTransition instead of 25')
})
