import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { candidateRoutes, cellRoutes } from '../../server/domain/routes'

const foldersOf = (area: string) =>
  readdirSync(`pages/${area}`, { recursive: true, encoding: 'utf8' })
    .filter((file) => /(^|\/)page\.tsx$/.test(file))
    .map((file) => file.replace(/\/page\.tsx$/, '').replace(/\[(\w+)\]/g, ':$1'))
    .filter((folder) => !folder.startsWith('_'))

test('a page that no route leads to does not exist: without a rule nothing would guard it', () => {
  expect(foldersOf('candidate').filter((folder) => !(folder in candidateRoutes))).toEqual([])
  expect(foldersOf('cell').filter((folder) => !(folder in cellRoutes))).toEqual([])
})

test('every page of the staff desk that has a route is there', () => {
  expect(Object.keys(cellRoutes).filter((route) => !foldersOf('cell').includes(route))).toEqual([])
})
