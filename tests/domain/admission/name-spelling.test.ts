import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isSameNameSpelled } from '#server/domain/admission/name-spelling.ts'

test.each([
  ['Pria Anil Deshmukh', 'Priya Anil Deshmukh'],
  ['Vithal Patil', 'Vitthal Pateel'],
  ['Laxmi Wankhede', 'Lakshmi Vankhede'],
  ['asha  patil', 'Asha Patil'],
  ['Asha R Patil', 'Asha R. Patil'],
  ['Patil Asha Ramesh', 'Asha Ramesh Patil'],
  ['Shruti Patil', 'Sruti Patil'],
  ['D’Souza Maria', "D'Souza Mariya"],
  ['Jadav Sandip', 'Jadhav Sandeep'],
  ['José Fernandes', 'Jose Fernandes'],
  ['कुलकर्णी सुनीता', 'कुलकर्णि सुनिता'],
  ['पंडित', 'पण्डित'],
  ['Rao Amit', 'Amit Rao'],
  ['राव अमित', 'अमित राव'],
  ['Maria D’Souza', 'Maria Dsouza'],
  ['Sean OʼBrien', 'OBrien Sean'],
])('%s → %s is spelling', (before, after) => {
  expect(isSameNameSpelled(before, after)).toBe(true)
  expect(isSameNameSpelled(after, before)).toBe(true)
})

test.each([
  ['Priya Anil Deshmukh', 'Rahul Vijay Deshmukh'],
  ['Rajesh Patil', 'Rakesh Patil'],
  ['Sunil Patil', 'Sunita Patil'],
  ['Anil Patil', 'Anila Patil'],
  ['Seema Patil', 'Soma Patil'],
  ['Seema Patil', 'Suma Patil'],
  ['Ram Patil', 'Rama Patil'],
  ['Lata Deshmukh', 'Asha Deshmukh'],
  ['Asha Patil', 'Asha Ramesh Patil'],
  ['Asha Ramesh Patil', 'Asha Suresh Patil'],
  ['Asha Patil', 'आशा पाटील'],
  ['राजेश पाटील', 'राकेश पाटील'],
  ['सुनील', 'सुनीता'],
  ['Vijay Sunil Patil', 'Sunil Vijay Patil'],
  ['विजय सुनील पाटील', 'सुनील विजय पाटील'],
  ['A B Patil', 'B A Patil'],
  ['Sunil Kare', 'Sunil Khare'],
  ['Asha Gore', 'Asha Ghore'],
  ['Rao Amit', 'Amit Raoji'],
  ['Rao Amit', 'Amit Rao Amit'],
  ['Rao Amit', 'Amit'],
  ['Asha Patil', ''],
  ['', ''],
])('%s → %s is more than spelling', (before, after) => {
  expect(isSameNameSpelled(before, after)).toBe(false)
  expect(isSameNameSpelled(after, before)).toBe(false)
})

test('every name is spelled like itself, in any case and with its surname at either end; one with another word is not', () => {
  const name = fc.array(fc.stringMatching(/^[A-Z][a-z]{2,9}$/), { minLength: 1, maxLength: 4 })
  fc.assert(
    fc.property(name, (words) => {
      const said = words.join(' ')
      const [first, ...rest] = words
      expect(isSameNameSpelled(said, [...rest, first].join('  ').toUpperCase())).toBe(true)
      expect(isSameNameSpelled(said, `${said} Zzyzx`)).toBe(false)
    }),
  )
})
