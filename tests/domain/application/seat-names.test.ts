import { expect, test } from 'vitest'
import { nameIn } from '#server/domain/application/form/seat-names.ts'

test.each([
  ['Savitribai Phule Pune University', 'सावित्रीबाई फुले पुणे विद्यापीठ'],
  ['Dr. Babasaheb Ambedkar Marathwada University', 'डॉ. बाबासाहेब आंबेडकर मराठवाडा विद्यापीठ, छत्रपती संभाजीनगर'],
  ['DR BABASAHEB AMBEDKAR MARATHWADA UNIVERSITY, AURANGABAD', 'डॉ. बाबासाहेब आंबेडकर मराठवाडा विद्यापीठ, छत्रपती संभाजीनगर'],
  ['Rashtrasant Tukdoji Maharaj Nagpur University', 'राष्ट्रसंत तुकडोजी महाराज नागपूर विद्यापीठ'],
  ['Mumbai University', 'मुंबई विद्यापीठ'],
  ['Savitribai Phule Pune University, Pune', 'सावित्रीबाई फुले पुणे विद्यापीठ'],
  ['M.B.A. (Direct  Second Year)', 'व्यवसाय प्रशासन पदव्युत्तर पदवी (एमबीए), थेट द्वितीय वर्ष'],
])('Marathi says “%s” in its own words', (name, marathi) => {
  expect(nameIn(name, 'mr', {})).toBe(marathi)
  expect(nameIn(name, 'en', {})).toBe(name)
})

test.each([
  'Maharashtra National Law University',
  'Master of Business Administration (Executive)',
  'MBA (Direct Second Year), Evening',
  'Shivaji University, Pune',
  'A university of its own',
  'Sample Course',
  '',
])('“%s” has no Marathi name, or more than one, and stays', (name) => expect(nameIn(name, 'mr', {})).toBe(name))
