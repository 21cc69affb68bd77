import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

/** What the code must not do, apart from what it imports (`imports.test.ts`). */

const sources = new Map(
  ['server', 'pages', 'db']
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`))
    .map((file) => file.split(path.sep).join('/'))
    .filter((file) => /\.tsx?$/.test(file))
    .sort()
    .map((file) => [file, withoutComments(readFileSync(file, 'utf8'))]),
)

/** Strings remain. */
function withoutComments(source: string): string {
  return source.replace(
    /('(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`)|\/\*[\s\S]*?\*\/|(?<![:\\])\/\/[^\n]*/g,
    (_, text: string | undefined) => text ?? ' ',
  )
}

test('modules are imported by names that a tool can follow', () => {
  const using = (pattern: RegExp) => [...sources].filter(([, source]) => pattern.test(source)).map(([file]) => file)
  // The server draws pages and loads texts by pattern; the browser imports a page's module by the address that the server gave it.
  expect(using(/import\.meta\.glob/)).toEqual(['server/http/render.tsx', 'server/i18n/texts.ts'])
  expect(using(/\bimport\(\s*[^'\s]/)).toEqual(['pages/ui/browser/load.ts'])
  expect(using(/\brequire\(\s*'/)).toEqual([])
})

test('only the process itself reads its environment', () => {
  const readers = [...sources]
    .filter(
      ([, source]) => /\bprocess\s*(\?\.|\.|\[\s*['"`])\s*env\b/.test(source) || /from 'node:process'/.test(source),
    )
    .map(([file]) => file)
  const allowed =
    /^server\/(config|process\/(development|seed-apart|start)|commands\/(command|doctor|past-portal))\.ts$/
  expect(readers.filter((file) => !allowed.test(file))).toEqual([])
})

test('nothing below the adapters reads the clock or random numbers', () => {
  const pure = [...sources].filter(([file]) => /^server\/(kernel|domain|courses)\//.test(file))
  const impure = /\bDate\.now\(|\bnew Date\(\s*\)|\bperformance\.now\(|\bMath\.random\(|\bcrypto\b|\bsetTimeout\(/
  expect(pure.filter(([file, source]) => file !== background && impure.test(source)).map(([file]) => file)).toEqual([])
})

/** The only file that starts timers and adds listeners without a guard; it catches their errors. */
const background = 'server/kernel/background.ts'

/** The reasons for exceptions: their callbacks cannot fail, or a promise takes the failure. */
const unguarded: Record<string, string> = {
  [background]: 'guards all the others',
  'db/client.ts': 'the flush rejects the promises of its writes',
  'server/commands/doctor.ts': 'the events settle a promise',
  'server/documents/sheet.ts': 'the events settle a promise',
  'server/features/application/documents/pages-to-pdf.ts': 'the events settle a promise',
  'server/features/seats/allotment/engine-worker.ts': 'runs in a thread, whose failure its pool reports',
  'server/http/arrival.ts': 'notes an instant',
  'server/http/overload.ts': 'logs what a request throws',
  'server/http/log.ts': 'has nowhere to report that nothing can be reported',
  'server/http/read-csv.ts': 'notes an error, which the reader throws',
  'server/http/slow-bodies.ts': 'stops a timer',
  'server/http/unread-bodies.ts': 'ends connections, and counts',
  'server/http/upload.ts': 'ends a stream',
  'server/process/seed-apart.ts': 'the events settle a promise, or hand a line on',
  'server/process/workers.ts': 'the events settle promises, and what follows them is guarded',
}

test('case 76: timers and listeners are guarded, so that none of them can end the process', () => {
  const raw = /\bset(Interval|Timeout|Immediate)\((?!resolve\b)|\.(on|once|addListener)\('/
  const found = [...sources].filter(([file, source]) => /^(server|db)\//.test(file) && raw.test(source))
  expect(found.map(([file]) => file).sort()).toEqual(Object.keys(unguarded).sort())
  const pools = [...sources].filter(([, source]) => /\bnew Piscina\b/.test(source))
  expect(pools.length).toBeGreaterThan(3)
  expect(pools.filter(([, source]) => !source.includes('survive(')).map(([file]) => file)).toEqual([])
})
