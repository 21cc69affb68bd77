import { expect, test } from 'vitest'
import { initials } from '#pages/ui/signed-in/ProfileMenu.tsx'

test.each([
  ['Asha Ramesh Patil', 'AP'],
  ['Asha', 'A'],
  ['स्वप्नाली गणेश जाधव', 'स्व'],
  ['श्रीकांत', 'श्री'],
  ['ज्ञानेश्वर माने', 'ज्ञा'],
  ['आशा पाटील', 'आ'],
  ['ऋतुजा', 'ऋ'],
  ['', ''],
])('the sign of %s is %s', (name, sign) => expect(initials(name)).toBe(sign))
