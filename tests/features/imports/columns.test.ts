import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { pageTexts } from '#server/i18n/texts.ts'
import { openPortal } from '#tests/support/portal.ts'

const admin = { id: 1, loginName: 'admin', role: 'admin' } as const

/** The columns of a line of the handbook's table, the needed ones in asterisks. */
const columnsIn = (cell: string): string[] =>
  cell
    .replace(/\([^)]*\)/g, '')
    .split(',')
    .map((column) => column.trim())

test('the handbook lists the columns of every table as the code asks for them', async () => {
  const { services } = await openPortal()
  const written = [...readFileSync('docs/operate.md', 'utf8').matchAll(/^\| ([^|*]+) \| (\*\*\w+\*\*[ ,][^|]+) \|$/gm)]
  const documented = new Map(written.map(([, table, columns]) => [table, columnsIn(columns!)]))
  for (const { kind, columns } of services.imports.tables(admin))
    expect([kind, documented.get(pageTexts.en(`imports:kind.${kind}`))]).toEqual([
      kind,
      columns.map(({ name, isRequired }) => (isRequired ? `**${name}**` : name)),
    ])
  expect(documented.size).toBe(services.imports.tables(admin).length)
})

test('every column has its words, its label and an example that it takes, in both languages', async () => {
  const { services } = await openPortal()
  for (const { kind, columns } of services.imports.tables(admin))
    for (const { name, example, read } of columns) {
      for (const text of Object.values(pageTexts))
        for (const key of [`imports:column.${kind}.${name}`, `imports:label.${name}`] as const)
          expect(text(key as 'imports:column.staff.role'), key).not.toBe(key)
      expect([kind, name, read?.(example) ?? example]).not.toContain(null)
    }
})
