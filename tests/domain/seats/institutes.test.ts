import { expect, test } from 'vitest'
import { addressIn } from '#server/domain/seats/institutes.ts'

test.each([
  ['both', 'Lake Road, Satara', 'तलाव रोड, सातारा', 'Lake Road, Satara', 'तलाव रोड, सातारा'],
  ['English alone', 'Lake Road, Satara', null, 'Lake Road, Satara', 'Lake Road, Satara'],
  ['Marathi alone', null, 'तलाव रोड, सातारा', 'तलाव रोड, सातारा', 'तलाव रोड, सातारा'],
  ['none', null, null, null, null],
])(
  'an address known in %s is given in the language asked for, or in the one there is',
  (_, address, addressMr, en, mr) => {
    expect([addressIn({ address, addressMr }, 'en'), addressIn({ address, addressMr }, 'mr')]).toEqual([en, mr])
  },
)
