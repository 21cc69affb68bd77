import { expect, test } from 'vitest'
import { contentTypeOf, isPictureType } from '#server/domain/application/content-type.ts'

const typeOf = (start: string) => contentTypeOf(Uint8Array.from(start, (letter) => letter.charCodeAt(0)))

test.each([
  ['\xff\xd8\xff\xe0', 'jpeg'],
  ['\x89PNG\r\n\x1a\n', 'png'],
  ['RIFF\x00\x01\n\x02WEBPVP8 ', 'webp'],
  ['\x00\x00\x00\x18ftypheic', 'heic'],
  ['%PDF-1.7', 'pdf'],
  [`${' '.repeat(1024)}%PDF-1.7`, 'pdf'],
  [`${' '.repeat(1025)}%PDF-1.7`, 'unknown'],
  ['PK\x03\x04\x14\x00', 'workbook'],
  ['\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'workbook'],
  ['choice_code,PK\x03\x04', 'unknown'],
  ['GIF89a', 'unknown'],
  ['xRIFF\x00\x01\n\x02WEBP', 'unknown'],
  ['<html>\xff\xd8\xff', 'unknown'],
  ['', 'unknown'],
])('a file that begins with %j is of the type %s', (start, type) => {
  expect(typeOf(start)).toBe(type)
})

test('pictures are those that pages and papers can show', () => {
  const types = ['pdf', 'jpeg', 'png', 'webp', 'heic', 'workbook', 'unknown'] as const
  expect(types.filter(isPictureType)).toEqual(['jpeg', 'png', 'webp'])
})
