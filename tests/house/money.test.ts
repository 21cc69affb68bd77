import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Money is whole paise of one type, from the form to the database; rupees are for people. Source: rules §4.1. */

const sources = ['server', 'pages', 'db', 'scripts'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => ({ file: `${folder}/${file}`, text: readFileSync(`${folder}/${file}`, 'utf8') })),
)
const filesWith = (pattern: RegExp) => sources.filter(({ text }) => pattern.test(text)).map(({ file }) => file)
const kernel = 'server/kernel/money.ts'

test('no cast makes an amount: only the kernel and the typed columns of the database do', () => {
  expect(filesWith(/\bas (unknown as )?Paise\b/)).toEqual([kernel])
})

test('every column with money has the money type', () => {
  const plain = sources
    .filter(({ file }) => file.startsWith('db/schema/'))
    .flatMap(({ file, text }) =>
      [...text.matchAll(/^\s*(\w*(?:[aA]mount|[fF]ee|[pP]aid|[dD]eposit|[cC]harge)): integer\([^)]*\)(.*)$/gm)]
        .filter(([, , rest]) => !rest!.startsWith('.$type<Paise>()'))
        .map(([, column]) => `${file}: ${column}`),
    )
  expect(plain).toEqual([])
})

test('paise become rupees only at the edges: API, screen, paper, exports, and an income typed in rupees', () => {
  const edges = [
    kernel,
    /^server\/features\/[\w-]+\/[\w-]+\/api\.ts$/,
    /^server\/i18n\//,
    /^pages\/.*\.server\.ts$/,
    // The details response, whose amounts rules §15.3 states in rupees.
    'server/domain/application/details.ts',
    // Compares with an answer typed in rupees.
    'server/domain/application/form/family-income.ts',
    // The tables for spreadsheets.
    'server/features/desk/overview/service.ts',
    'server/features/seats/directory/institute-tables.ts',
    // The forms of the settings, whose sums people type in rupees.
    'server/domain/season/setting-forms.ts',
  ]
  const isEdge = (file: string) => edges.some((edge) => (typeof edge === 'string' ? edge === file : edge.test(file)))
  expect(filesWith(/\binRupees\b/).filter((file) => !isEdge(file))).toEqual([])
})

test('rupees become paise only where people write them: seasons, rules, forms and responses', () => {
  const edges = [
    kernel,
    /^server\/courses\//,
    /^server\/domain\/admission\//,
    'server/domain/application/details.ts',
    'server/domain/season/setting-forms.ts',
    // The order of one rupee that tries the gateway.
    'server/features/content/content/set-up.ts',
    // The gateway's settlement report.
    'server/domain/money/settlement.ts',
    // The file of annual fees, in rupees.
    'server/features/seats/directory/institute-tables.ts',
    // The highest fee that a search asks for, in rupees.
    'server/domain/seats/choice-search.ts',
    // An institute's record of what it returned.
    'server/features/admission/cancellation/schema.ts',
    // The annual fees of the demo's courses.
    'server/demo/institutes.ts',
  ]
  const isEdge = (file: string) => edges.some((edge) => (typeof edge === 'string' ? edge === file : edge.test(file)))
  expect(filesWith(/\brupees\(/).filter((file) => !isEdge(file))).toEqual([])
})

test('no code divides or multiplies an amount by a hundred', () => {
  const byHand = /\b(amount|paise|fee|paid|due|sum|deposit|charge)\w*\)? *[*/] *100\b|\/ 100\.0/i
  expect(filesWith(byHand).filter((file) => file !== kernel)).toEqual([])
})
