import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type Permission,
  type PermissionFacts,
  permissionNames,
  permissionsOf,
} from '#server/domain/terms/permissions.ts'
import { noMoney, rupees } from '#server/kernel/money.ts'

fc.configureGlobal({ seed: 2024 })

/** Any of these amounts, in rupees. */
const amountOf = (...amounts: number[]) => fc.constantFrom(...amounts.map(rupees))

// Every test quotes the sentence of rules §18.12 that it checks (`seat`: rules §6.1).

const newcomer: PermissionFacts = {
  mode: 0,
  lockForm: 0,
  isArcConfirmed: 0,
  isInProvisionalMerit: false,
  isInFinalMerit: false,
  isInAllotmentRound: [false, false, false],
  isCgpaUploaded: false,
  mayCancel: false,
  hasCancelled: false,
  holdsSeat: false,
  convertFee: {
    paymentStatus: 'N',
    fee: noMoney,
    convertPaid: noMoney,
    paid: noMoney,
    differencePaid: noMoney,
    threshold: rupees(1200),
  },
}

const of = (facts: Partial<PermissionFacts>) => permissionsOf({ ...newcomer, ...facts })
const granted = (facts: Partial<PermissionFacts>) => {
  const flags = of(facts)
  return permissionNames.filter((name) => flags[name])
}

const someFacts = fc.record({
  mode: fc.constantFrom(0, 1, 2),
  lockForm: fc.constantFrom(0, 1),
  isArcConfirmed: fc.constantFrom(0, 1),
  isInProvisionalMerit: fc.boolean(),
  isInFinalMerit: fc.boolean(),
  isInAllotmentRound: fc.tuple(fc.boolean(), fc.boolean(), fc.boolean()),
  isCgpaUploaded: fc.boolean(),
  mayCancel: fc.boolean(),
  hasCancelled: fc.boolean(),
  holdsSeat: fc.boolean(),
  convertFee: fc.record({
    paymentStatus: fc.constantFrom('Y' as const, 'N' as const),
    fee: amountOf(0, 200, 1200),
    convertPaid: amountOf(0, 200, 1200),
    paid: amountOf(0, 1000, 1200),
    differencePaid: amountOf(0, 200),
    threshold: amountOf(400, 1200),
  }),
})

test('the flags are the nineteen of rules §18.12, in its order', () => {
  // rules §18.12
  expect([...permissionNames]).toEqual(
    'dashboard print scrutiny form message password acknowledgement pMerit fMerit capOne capTwo capThree grivancy seat cancelPrint cancelAdmission feedback convertFee gradMarks'.split(
      ' ',
    ),
  )
  expect(Object.keys(of({})).sort()).toEqual([...permissionNames].sort())
})

describe('"Defaults on: dashboard, print, message, password, feedback. All others off."', () => {
  const defaults: Permission[] = ['dashboard', 'print', 'message', 'password', 'feedback']

  test('the defaults are on for all facts', () => {
    fc.assert(
      fc.property(someFacts, (facts) => {
        const flags = permissionsOf(facts)
        for (const name of defaults) expect(flags[name]).toBe(true)
      }),
    )
  })

  test('a candidate with a closed form, for whom no condition holds, has only the defaults', () => {
    expect(granted({ mode: 1, lockForm: 1 }).sort()).toEqual([...defaults].sort())
  })

  test('a new candidate also has the form and scrutiny', () => {
    expect(granted({}).sort()).toEqual([...defaults, 'form', 'scrutiny'].sort())
  })
})

describe('"Mode 1: form and scrutiny open only when lock_form is 0 and the candidate is not in the final merit; otherwise the form is closed."', () => {
  const cases = [
    { lockForm: 0, isInFinalMerit: false, isOpen: true },
    { lockForm: 0, isInFinalMerit: true, isOpen: false },
    { lockForm: 1, isInFinalMerit: false, isOpen: false },
    { lockForm: 1, isInFinalMerit: true, isOpen: false },
    { lockForm: 2, isInFinalMerit: false, isOpen: false },
  ]
  test.each(cases)('lock_form $lockForm, in the final merit $isInFinalMerit: open $isOpen', ({ isOpen, ...facts }) => {
    expect(of({ mode: 1, ...facts })).toMatchObject({ form: isOpen, scrutiny: isOpen })
  })

  test('confirmation does not close the form of mode 1', () => {
    expect(of({ mode: 1, isArcConfirmed: 1 }).form).toBe(true)
  })
})

describe.each([0, 2])(
  '"Other modes: form and scrutiny open only when isarcconfirmed is 0 and the candidate is not in the final merit." (mode %i)',
  (mode) => {
    const cases = [
      { isArcConfirmed: 0, isInFinalMerit: false, isOpen: true },
      { isArcConfirmed: 0, isInFinalMerit: true, isOpen: false },
      { isArcConfirmed: 1, isInFinalMerit: false, isOpen: false },
      { isArcConfirmed: 1, isInFinalMerit: true, isOpen: false },
    ]
    test.each(cases)(
      'confirmed $isArcConfirmed, in the final merit $isInFinalMerit: open $isOpen',
      ({ isOpen, ...facts }) => {
        expect(of({ mode, ...facts })).toMatchObject({ form: isOpen, scrutiny: isOpen })
      },
    )

    test('lock_form does not close the form', () => {
      expect(of({ mode, lockForm: 1 })).toMatchObject({ form: true, scrutiny: true })
    })
  },
)

describe.each([0, 1, 2])(
  '"When isarcconfirmed is 1: acknowledgement opens, scrutiny closes, and grievance opens if the candidate is not in the final merit." (mode %i)',
  (mode) => {
    test('not confirmed: no acknowledgement, no grievance', () => {
      expect(of({ mode, isArcConfirmed: 0 })).toMatchObject({ acknowledgement: false, scrutiny: true, grivancy: false })
    })

    test('confirmed and not in the final merit', () => {
      expect(of({ mode, isArcConfirmed: 1 })).toMatchObject({ acknowledgement: true, scrutiny: false, grivancy: true })
    })

    test('confirmed and in the final merit', () => {
      expect(of({ mode, isArcConfirmed: 1, isInFinalMerit: true })).toMatchObject({
        acknowledgement: true,
        scrutiny: false,
        grivancy: false,
      })
    })
  },
)

describe('Provisional merit, final merit, allotment rounds 1, 2 and 3, graduation marks and cancel print follow the matching server flags.', () => {
  const matches: [Permission, Partial<PermissionFacts>][] = [
    ['pMerit', { isInProvisionalMerit: true }],
    ['fMerit', { isInFinalMerit: true }],
    ['capOne', { isInAllotmentRound: [true, false, false] }],
    ['capTwo', { isInAllotmentRound: [false, true, false] }],
    ['capThree', { isInAllotmentRound: [false, false, true] }],
    ['gradMarks', { isCgpaUploaded: true }],
    ['cancelPrint', { hasCancelled: true }],
  ]
  const names = matches.map(([name]) => name)

  test.each(matches)('%s follows its own flag and opens none of the others', (name, facts) => {
    for (const mode of [0, 1, 2]) {
      expect(granted({ mode, ...facts }).filter((flag) => names.includes(flag))).toEqual([name])
      expect(of({ mode })[name]).toBe(false)
    }
  })
})

test('a season has one flag for each round, and always the first three', () => {
  expect(of({ isInAllotmentRound: [true] })).toMatchObject({ capOne: true, capTwo: false, capThree: false })
  const four = of({ isInAllotmentRound: [false, false, false, true] })
  expect(four).toMatchObject({ capOne: false, capTwo: false, capThree: false, capFour: true })
  expect(Object.keys(of({ isInAllotmentRound: [true, true, true] })).sort()).toEqual([...permissionNames].sort())
})

describe('"Cancel admission opens when the cancel flag is set and the cancel print flag is not."', () => {
  test.each([
    { mayCancel: false, hasCancelled: false, isOpen: false },
    { mayCancel: false, hasCancelled: true, isOpen: false },
    { mayCancel: true, hasCancelled: false, isOpen: true },
    { mayCancel: true, hasCancelled: true, isOpen: false },
  ])('cancel $mayCancel, cancel print $hasCancelled: open $isOpen', ({ isOpen, ...facts }) => {
    expect(of(facts).cancelAdmission).toBe(isOpen)
  })
})

test('convert fee follows its own rule (convert-fee.test.ts) in every mode', () => {
  const convertFee = { ...newcomer.convertFee, fee: rupees(200), paid: rupees(1000) }
  for (const mode of [0, 1, 2]) {
    expect(of({ mode, convertFee }).convertFee).toBe(true)
    expect(of({ mode, convertFee: { ...convertFee, paymentStatus: 'Y' } }).convertFee).toBe(false)
  }
})

test('"`seat` (not derived there) is on while an allotment of the current round awaits acceptance or is accepted"', () => {
  expect(of({ holdsSeat: true }).seat).toBe(true)
  expect(of({ holdsSeat: false, isInAllotmentRound: [true, true, true] }).seat).toBe(false)
})

test('the flags are those of rules §18.12, derived line by line, for every combination of facts', () => {
  fc.assert(
    fc.property(someFacts, (facts) => {
      const expected = Object.fromEntries(permissionNames.map((name) => [name, false])) as Record<Permission, boolean>
      for (const name of ['dashboard', 'print', 'message', 'password', 'feedback'] as const) expected[name] = true
      if (facts.mode === 1) {
        if (facts.lockForm === 0 && !facts.isInFinalMerit) expected.form = expected.scrutiny = true
      } else if (facts.isArcConfirmed === 0 && !facts.isInFinalMerit) expected.form = expected.scrutiny = true
      if (facts.isArcConfirmed === 1) {
        expected.acknowledgement = true
        expected.scrutiny = false
        if (!facts.isInFinalMerit) expected.grivancy = true
      }
      expected.pMerit = facts.isInProvisionalMerit
      expected.fMerit = facts.isInFinalMerit
      ;[expected.capOne, expected.capTwo, expected.capThree] = facts.isInAllotmentRound
      expected.gradMarks = facts.isCgpaUploaded
      expected.cancelPrint = facts.hasCancelled
      if (facts.mayCancel && !facts.hasCancelled) expected.cancelAdmission = true
      const { paymentStatus, fee, convertPaid, paid, differencePaid, threshold } = facts.convertFee
      if (paymentStatus === 'N' && fee > 0 && convertPaid + paid + differencePaid < threshold)
        expected.convertFee = true
      expected.seat = facts.holdsSeat
      expect(permissionsOf(facts)).toEqual(expected)
    }),
    { numRuns: 2000 },
  )
})
