import { expect, test } from 'vitest'
import { meantEmail } from '#server/domain/site/email-slip.ts'

test.each([
  ['asha@gmail.con', 'asha@gmail.com'],
  ['Asha.Patil+cap@GMIAL.com', 'Asha.Patil+cap@gmail.com'],
  ['asha@gmail.com.', null],
  ['asha@gmail.co', 'asha@gmail.com'],
  ['asha@gmail.in', 'asha@gmail.com'],
  ['asha@gnail.com ', 'asha@gmail.com'],
  ['asha@yaho.co.in', 'asha@yahoo.co.in'],
  ['asha@rediffmail.co.in', 'asha@rediffmail.com'],
  ['asha@outlok.com', 'asha@outlook.com'],
])('%s: perhaps %s', (typed, meant) => expect(meantEmail(typed)).toBe(meant))

test.each([
  'asha@gmail.com',
  'asha@mail.com',
  'asha@ymail.com',
  'asha@yahoo.co.uk',
  'asha@coep.ac.in',
  'asha@live.com',
])('%s is left alone', (typed) => expect(meantEmail(typed)).toBeNull())

test.each(['', 'asha', 'asha@', '@gmail.con', 'a@b@gmail.con', 'asha gmail.con', `x@${'g'.repeat(300)}.com`])(
  '%j is no address, and gets no advice',
  (typed) => expect(meantEmail(typed)).toBeNull(),
)
