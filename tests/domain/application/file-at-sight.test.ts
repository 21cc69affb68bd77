import { expect, test } from 'vitest'
import type { ContentType } from '#server/domain/application/content-type.ts'
import {
  faultAtSight,
  faultOfPixels,
  faultTogether,
  maxFileBytes,
  maxFiles,
  maxTableBytes,
  type Takes,
} from '#server/domain/application/file-at-sight.ts'
import { hasTextFor } from '#server/i18n/texts.ts'

const types: readonly ContentType[] = ['pdf', 'jpeg', 'png', 'webp', 'heic', 'workbook', 'unknown']
const uses: readonly Takes[] = ['photo', 'signature', 'document', 'papers', 'picture', 'pdf', 'table', 'long-table']
const megabyte = 1024 * 1024

/** The code for a file, or `taken`. */
const verdict = (takes: Takes, type: ContentType, bytes = 1000) => faultAtSight(takes, { type, bytes })?.code ?? 'taken'
const takenBy = (takes: Takes) => types.filter((type) => verdict(takes, type) === 'taken')

test('each use of a file takes its types and no others', () => {
  const pictures = ['jpeg', 'png', 'webp']
  expect(Object.fromEntries(uses.map((takes) => [takes, takenBy(takes)]))).toEqual({
    photo: pictures,
    signature: pictures,
    picture: pictures,
    document: ['pdf', ...pictures],
    papers: ['pdf', ...pictures],
    pdf: ['pdf'],
    // A table may begin with the signs of a PDF in words; its reader decides.
    table: ['pdf', 'unknown'],
    'long-table': ['pdf', 'unknown'],
  })
})

test.each([
  ['photo', 'pdf', 'not-a-picture'],
  ['signature', 'workbook', 'not-a-picture'],
  ['picture', 'heic', 'picture-heic'],
  ['document', 'workbook', 'not-a-document'],
  ['papers', 'heic', 'picture-heic'],
  ['pdf', 'heic', 'not-a-pdf'],
  ['table', 'workbook', 'not-a-table'],
] as const)('for %s, a file of the type %s is %s', (takes, type, code) => {
  expect(verdict(takes, type)).toBe(code)
})

test.each([
  ['photo', 'jpeg', maxFileBytes, 'file-too-large'],
  ['document', 'png', maxFileBytes, 'file-too-large'],
  // A PDF to publish is longer than a certificate.
  ['pdf', 'pdf', maxFileBytes, 'file-too-large'],
  ['table', 'unknown', maxFileBytes, 'table-too-large'],
  ['long-table', 'unknown', maxTableBytes, 'table-too-large'],
] as const)('for %s, a file of the type %s is refused above %i bytes: %s', (takes, type, most, code) => {
  expect(verdict(takes, type, most)).toBe('taken')
  expect(verdict(takes, type, most + 1)).toBe(code)
  expect(verdict(takes, type, Number.POSITIVE_INFINITY)).toBe(code)
})

test('a PDF of a certificate is refused at sight only if it is too large without what may be around it', () => {
  expect(verdict('document', 'pdf', 2 * megabyte + 5 * 1024)).toBe('taken')
  expect(verdict('document', 'pdf', 2 * megabyte + 6 * 1024)).toBe('pdf-too-large')
})

test('an empty file is none, except that the reader of a table says what is missing in it', () => {
  for (const takes of uses) {
    expect(verdict(takes, 'unknown', 0), takes).toBe(takes.endsWith('table') ? 'taken' : 'file-empty')
  }
})

test('files that are right one by one may be wrong together', () => {
  const files = (...kinds: ContentType[]) => kinds.map((type, at) => ({ type, bytes: 1000, name: `${at + 1}.${type}` }))
  const together = (takes: Takes, ...kinds: ContentType[]) => faultTogether(takes, files(...kinds))?.code ?? 'taken'
  const many = (count: number) => Array<ContentType>(count).fill('jpeg')
  expect(together('document', ...many(maxFiles))).toBe('taken')
  expect(together('document', ...many(maxFiles + 1))).toBe('too-many-files')
  expect(together('document', 'jpeg', 'pdf')).toBe('mixed-files')
  expect(together('document', 'pdf', 'pdf')).toBe('several-pdfs')
  expect(faultTogether('document', files('pdf', 'pdf', 'pdf'))?.params).toEqual({ names: '1.pdf, 2.pdf, 3.pdf' })
  expect(faultTogether('document', files('jpeg', 'pdf', 'png', 'pdf'))).toEqual({
    code: 'mixed-files',
    params: { names: '2.pdf, 4.pdf' },
  })
  expect(together('document', 'pdf')).toBe('taken')
  expect(together('photo', 'jpeg', 'png')).toBe('one-file-only')
  expect(together('papers', 'pdf', 'jpeg')).toBe('taken')
  expect(together('papers', ...many(3))).toBe('too-many-papers')
})

test.each([
  ['photo', 200, 250, null],
  ['photo', 199, 4000, 'photo-too-small'],
  ['signature', 140, 59, 'signature-too-small'],
  ['document', 600, 300, null],
  ['document', 300, 600, null],
  ['papers', 599, 599, 'page-too-small'],
  ['document', 6000, 299, 'page-too-small'],
  ['picture', 10, 10, null],
  ['photo', 8000, 7000, 'picture-too-many-pixels'],
] as const)('for %s, a picture of %i × %i pixels: %s', (takes, width, height, code) => {
  expect(faultOfPixels(takes, { width, height })?.code ?? null).toBe(code)
})

test('every fault has its words', () => {
  const codes = new Set<string>()
  for (const takes of uses) {
    for (const type of types) {
      for (const bytes of [0, 1, Number.POSITIVE_INFINITY]) codes.add(verdict(takes, type, bytes))
    }
    codes.add(faultTogether(takes, Array(maxFiles + 1).fill({ type: 'pdf', bytes: 1 }))!.code)
    codes.add(faultTogether(takes, Array(2).fill({ type: 'pdf', bytes: 1 }))?.code ?? 'taken')
    for (const side of [1, 1e5]) codes.add(faultOfPixels(takes, { width: side, height: side })?.code ?? 'taken')
  }
  codes.delete('taken')
  expect(codes.size).toBeGreaterThan(14)
  expect([...codes].filter((code) => !hasTextFor('fault', code))).toEqual([])
})
