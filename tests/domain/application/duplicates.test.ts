import { expect, test } from 'vitest'
import { marksOf } from '#server/domain/application/duplicates.ts'

const marks = (answers: object, fullName = 'Asha R. Patil') =>
  marksOf({ fullName, answers: answers as never, documents: [{ hash: 'h1' }, { hash: 'h2' }] }).map(
    ({ kind, value }) => `${kind}: ${value}`,
  )

test('two forms of one person share a name and date of birth, a certificate or a document (rules §2.14)', () => {
  const found = marks({
    'personal-details': { dateOfBirth: '2001-05-31' },
    'type-details': { domicileNumber: 'DOM/2020-5' },
    'category-details': { casteCertificateNumber: 'MRC/81', validityReceiptNumber: 'VR123456', caste: 'SC-mahar' },
  })
  expect(found).toEqual([
    'name-and-birth: asharpatil 2001-05-31',
    'certificate: domicileNumber dom20205',
    'certificate: casteCertificateNumber mrc81',
    'document: h1',
    'document: h2',
  ])
})

test('spelling with spaces and punctuation makes no other person, and a short number says nothing', () => {
  const born = { 'personal-details': { dateOfBirth: '2001-05-31' } }
  expect(marks(born, 'ASHA  R  PATIL')[0]).toBe(marks(born)[0])
  expect(marks({ 'category-details': { validityNumber: 'V-77' } })).toEqual(['document: h1', 'document: h2'])
})
