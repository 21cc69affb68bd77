import { expect, test } from 'vitest'
import { drawFrom } from '#server/demo/draw.ts'
import { drawFamily } from '#server/demo/names.ts'

test('nobody has the first name of their father', () => {
  const draw = drawFrom(1)
  for (let n = 0; n < 2000; n++) {
    const { fullName, fatherName } = drawFamily(draw, 'hindu', 'male')
    const [given, father] = fullName.split(' ')
    expect(given, fullName).not.toBe(father)
    expect(fatherName.split(' ')[1], fatherName).not.toBe(father)
  }
})
